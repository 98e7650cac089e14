import { jobFieldSchema, type JobFieldInput } from '@errand/contract/job-field'

/** The fields that are whole; one that is half written, or has another's key, is left out. */
export function readyFields(fields: readonly JobFieldInput[]): JobFieldInput[] {
  const keys = new Set<string>()
  const ready = fields.filter((field) => {
    if (keys.has(field.key) || !jobFieldSchema.safeParse(field).success) return false
    keys.add(field.key)
    return true
  })
  return ready.map((field, order) => ({ ...field, order }))
}
