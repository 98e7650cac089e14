import { createJobSchema, type CreateJobInput, type JobContent } from '@errand/contract/jobs'
import { isChoice, type JobField, type JobFieldType } from '@errand/contract/job-field'

export interface OptionValues {
  value: string
  label: string
  /** While true the value follows the label; a saved one stays, answers are counted by it. */
  isValueFromLabel: boolean
  /** What this form does not show, kept as it came. */
  rest: Partial<FieldOption>
}

type FieldOption = NonNullable<JobField['options']>[number]

/** A field as the form holds it: every control has a value, whatever the type. */
export interface FieldValues {
  /** Given by the api; empty for a new field. */
  id: string
  key: string
  /** While true the key follows the label. */
  isKeyFromLabel: boolean
  label: string
  type: JobFieldType
  required: boolean
  question: string
  options: OptionValues[]
  /** What this form does not show, kept as it came. */
  rest: Partial<JobField>
}

/** A job as the form holds it. */
export interface JobFormValues {
  name: string
  description: string
  status: 'draft' | 'active' | 'paused'
  language: string
  tone: 'friendly' | 'formal' | 'brief'
  instructions: string
  greeting: string
  completionMessage: string
  fallbackMessage: string
  handoffMessage: string
  fields: FieldValues[]
}

export const emptyJob: JobFormValues = {
  ...toFormValues(createJobSchema.parse({ name: 'new' })),
  name: '',
}

export const emptyOption: OptionValues = {
  value: '',
  label: '',
  isValueFromLabel: true,
  rest: {},
}

export const emptyField: FieldValues = {
  id: '',
  key: '',
  isKeyFromLabel: true,
  label: '',
  type: 'text',
  required: true,
  question: '',
  options: [emptyOption, emptyOption],
  rest: {},
}

/** What the form begins with. */
export function toFormValues(job: JobContent): JobFormValues {
  return {
    name: job.name,
    description: job.description,
    status: job.status,
    language: job.language,
    tone: job.tone,
    instructions: job.instructions,
    greeting: job.greeting,
    completionMessage: job.completionMessage,
    fallbackMessage: job.fallbackMessage,
    handoffMessage: job.handoffMessage,
    fields: job.fields.map((field) => toFieldValues(field)),
  }
}

const longestName = 80

/** What the form of a new job begins with when it is to be like another one. */
export function toCopyValues(job: Omit<JobContent, 'status'>): JobFormValues {
  const values = toFormValues({ ...job, status: 'draft' })
  return {
    ...values,
    name: `${job.name} (copy)`.slice(0, longestName),
    fields: values.fields.map((field) => ({ ...field, id: '' })),
  }
}

function toFieldValues(field: JobField): FieldValues {
  const {
    id = '',
    key,
    label,
    type,
    required,
    question = '',
    options,
    order: _order,
    ...rest
  } = field
  return {
    id,
    key,
    label,
    type,
    required,
    question,
    rest,
    isKeyFromLabel: false,
    options: options?.map((option) => toOptionValues(option)) ?? emptyField.options,
  }
}

function toOptionValues({ value, label, ...rest }: FieldOption): OptionValues {
  return { value, label, rest, isValueFromLabel: false }
}

/** What is sent. */
export function toJobInput({ fields, ...values }: JobFormValues): CreateJobInput {
  return { ...values, fields: fields.map((field, order) => toField(field, order)) }
}

function toField(field: FieldValues, order: number) {
  const { id, key, label, type, required, question, options, rest } = field
  return {
    sensitive: false,
    ...rest,
    key,
    label,
    type,
    required,
    order,
    ...(id !== '' && { id }),
    ...(question !== '' && { question }),
    ...(isChoice(type) && {
      options: options.map(({ value, label: text, rest: more }) => ({
        ...more,
        value,
        label: text,
      })),
    }),
  }
}
