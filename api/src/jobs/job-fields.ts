import type { JobField } from '@errand/contract/job-field'
import { ulid } from 'ulid'

/** Keeps the ids of fields that the job has already; every other field gets a new one. */
export function identifyFields(fields: JobField[], known: JobField[]): JobField[] {
  const free = new Set(known.map((field) => field.id))
  return fields.map((field) => {
    const isKept = field.id !== undefined && free.delete(field.id)
    return isKept ? field : { ...field, id: `fld_${ulid()}` }
  })
}
