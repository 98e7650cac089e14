import { type JobField, type JobFieldInput, jobFieldSchema } from '@errand/contract/job-field'
import { type CreateJobInput, type JobContent, createJobSchema } from '@errand/contract/jobs'

import { type FieldValues, toField, toFieldValues } from './field-values.ts'
import { words } from './words/words.ts'

/** A job as the form holds it: every control has a value, whatever else is chosen. */
export interface JobFormValues {
  name: string
  description: string
  language: string
  tone: JobContent['tone']
  color: JobContent['color']
  instructions: string
  guardrails: string[]
  greeting: string
  completionMessage: string
  fallbackMessage: string
  handoffMessage: string
  trigger: {
    type: JobContent['trigger']['type']
    keywords: string[]
    match: NonNullable<JobContent['trigger']['match']>
    code: string
  }
  answerOnly: boolean
  fields: FieldValues[]
  behaviour: JobContent['behaviour']
  handoff: JobContent['handoff']
  /** Not shown by this form, kept as it came. */
  icon: JobContent['icon']
}

export const emptyJob: JobFormValues = {
  ...toFormValues(createJobSchema.parse({ name: 'new' })),
  name: '',
}

/** What the form begins with. */
export function toFormValues(job: Omit<JobContent, 'status'>): JobFormValues {
  const { trigger } = job
  return {
    name: job.name,
    description: job.description,
    language: job.language,
    tone: job.tone,
    color: job.color,
    instructions: job.instructions,
    guardrails: job.guardrails,
    greeting: job.greeting,
    completionMessage: job.completionMessage,
    fallbackMessage: job.fallbackMessage,
    handoffMessage: job.handoffMessage,
    trigger: {
      type: trigger.type,
      keywords: trigger.keywords ?? [],
      match: trigger.match ?? 'contains',
      code: trigger.code ?? '',
    },
    answerOnly: job.answerOnly,
    fields: job.fields.map((field) => toFieldValues(field)),
    behaviour: job.behaviour,
    handoff: job.handoff,
    icon: job.icon,
  }
}

const longestName = 80

/** What the form of a new job begins with when it is to be like another one. */
export function toCopyValues(job: Omit<JobContent, 'status'>): JobFormValues {
  const values = toFormValues(job)
  return {
    ...values,
    name: words('copyOf', { name: job.name }).slice(0, longestName),
    fields: values.fields.map((field) => ({ ...field, id: '' })),
  }
}

/** What is sent. */
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

/** The fields that are whole; one that is half written, or has another's key, is left out. */
export function readyFields(fields: readonly JobFieldInput[]): JobField[] {
  const ready = new Map<string, JobField>()
  for (const field of fields) {
    const { data } = jobFieldSchema.safeParse(field)
    if (data !== undefined && !ready.has(data.key)) ready.set(data.key, data)
  }
  return [...ready.values()].map((field, order) => ({ ...field, order }))
}

/** Whether two values of the form, or two jobs to send, are the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
