import type { Job } from '@errand/contract/jobs'

import type { JobFormValues } from '../job-draft/job-values.ts'

/**
 * What was typed while a save was on its way, as a change of what was saved: a field that was new
 * has its id by now. Nothing where nothing was typed.
 */
export function typedMeanwhile(
  typed: JobFormValues,
  sent: JobFormValues,
  saved: Job,
): JobFormValues | undefined {
  if (JSON.stringify(typed) === JSON.stringify(sent)) return undefined
  const idOf = (key: string) => saved.fields.find((field) => field.key === key)?.id ?? ''
  const fields = typed.fields.map((field) => ({ ...field, id: field.id || idOf(field.key) }))
  return structuredClone({ ...typed, fields })
}
