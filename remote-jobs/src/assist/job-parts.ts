import type { JobField } from '@errand/contract/job-field'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { toFieldValues } from '../job-draft/field-values.ts'
import type { Draft } from './generate.api.ts'
import type { DraftState } from './use-draft.ts'

/** The parts of a job that are proposed, in the order they are shown. */
export const jobParts = [
  'name',
  'description',
  'instructions',
  'guardrails',
  'fields',
  'greeting',
  'completionMessage',
  'fallbackMessage',
  'handoffMessage',
] as const
export type JobPart = (typeof jobParts)[number]
export type JobPartValues = Pick<JobFormValues, JobPart>

/** What a draft has of the parts that are not empty. */
export const partsOf = ({ job }: Draft<'job'>): Partial<JobPartValues> =>
  filled({ ...job, fields: newFields(job.fields ?? []) })

/** What has been written of it until now: the text at `/greeting` is the part of this name. */
export function partsSoFar({ texts, fields }: DraftState<'job'>): Partial<JobPartValues> {
  const written = Object.entries(texts).map(([path, text]) => [path.slice(1), text] as const)
  return filled({ ...Object.fromEntries(written), fields: newFields(fields) })
}

const newFields = (fields: readonly JobField[]) =>
  fields.map((field) => ({ ...toFieldValues(field), id: '' }))

function filled(values: Partial<JobPartValues>): Partial<JobPartValues> {
  return Object.fromEntries(
    jobParts.flatMap((part) => {
      const value = values[part]
      return value === undefined || value.length === 0 ? [] : [[part, value]]
    }),
  )
}

/** Whether a part has been written to since: what was typed meanwhile is never overwritten unasked. */
export const isTouched = (
  part: JobPart,
  now: Readonly<JobFormValues>,
  base: Readonly<JobFormValues>,
): boolean => JSON.stringify(now[part]) !== JSON.stringify(base[part])
