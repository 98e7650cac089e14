import { type JobField, type JobFieldInput, jobFieldSchema } from '@errand/contract/job-field'
import { type CreateJobInput, type JobContent, createJobSchema } from '@errand/contract/jobs'

import {
  type FieldValues,
  type AllRequired,
  emptyField,
  toField,
  toFieldValues,
} from './field-values.ts'
import { words } from './words/words.ts'

type Content = Omit<JobContent, 'status'>

/** A job as the form holds it: every control has a value, whatever else is chosen. */
export interface JobFormValues extends Omit<Content, 'trigger' | 'fields'> {
  trigger: AllRequired<JobContent['trigger']>
  fields: FieldValues[]
}

const parts = Object.keys(createJobSchema.shape).filter((part) => part !== 'status')

export const emptyJob: JobFormValues = {
  ...toFormValues(createJobSchema.parse({ name: 'new' })),
  name: '',
}

/** A draft may come from an earlier release that did not have all properties. */
export const completeValues = (values: JobFormValues): JobFormValues => ({
  ...emptyJob,
  ...values,
  fields: values.fields.map((field) => ({
    ...emptyField,
    ...field,
    limits: { ...emptyField.limits, ...field.limits },
  })),
})

/** A saved job as the form holds it. */
export function toFormValues(job: Content): JobFormValues {
  const content = Object.fromEntries(
    parts.map((part) => [part, job[part as keyof Content]]),
  ) as unknown as Content
  const { keywords = [], match = 'contains', code = '', type } = content.trigger
  const fields = content.fields.map((field) => toFieldValues(field))
  return { ...content, trigger: { type, keywords, match, code }, fields }
}

const maxNameLength = 80

/** The form values of a new job that copies this one. */
export function toCopyValues(job: Content): JobFormValues {
  const values = toFormValues(job)
  return {
    ...values,
    name: words('copyOf', { name: job.name }).slice(0, maxNameLength),
    fields: values.fields.map((field) => ({ ...field, id: '' })),
  }
}

/** The form values as they are sent. */
export function toJobInput({ fields, trigger, ...values }: JobFormValues): CreateJobInput {
  return {
    ...values,
    trigger: toTrigger(trigger),
    fields: fields.map((field, order) => toField(field, order, fields)),
  }
}

function toTrigger({ type, keywords, match, code }: JobFormValues['trigger']) {
  if (type === 'keyword') return { type, keywords, match }
  return type === 'link' ? { type, code } : { type }
}

/** The fields that are valid; incomplete ones and those with a duplicate key are left out. */
export function completeFields(fields: readonly JobFieldInput[]): JobField[] {
  const ready = new Map<string, JobField>()
  for (const field of fields) {
    const { data } = jobFieldSchema.safeParse(field)
    if (data !== undefined && !ready.has(data.key)) ready.set(data.key, data)
  }
  return [...ready.values()].map((field, order) => ({ ...field, order }))
}

/** Whether two form values, or two jobs to send, are equal. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
