import {
  type JobField,
  type JobFieldInput,
  type JobFieldType,
  isChoice,
  isNumber,
} from '@errand/contract/job-field'

import { type Limits, noLimits, toLimits, toValidation } from './field-limits.ts'

type FieldOption = NonNullable<JobField['options']>[number]

interface OptionValues {
  value: string
  label: string
  /** Other words that mean the same. */
  synonyms: string[]
  /** While true the value follows the label; a saved one stays, answers are counted by it. */
  isValueFromLabel: boolean
}

/** Every member is there. */
export type AllRequired<T> = { [Key in keyof T]-?: NonNullable<T[Key]> }

type Texts = Pick<JobField, 'id' | 'key' | 'label' | 'question' | 'help' | 'example'>

/** A field as the form holds it: every control has a value, whatever the type; a new one has no id. */
export interface FieldValues extends AllRequired<Texts> {
  /** While true the key follows the label. */
  isKeyFromLabel: boolean
  type: JobFieldType
  required: boolean
  sensitive: boolean
  options: OptionValues[]
  limits: Limits
  condition: ConditionValues
}

/** How many fields a job can have. */
export const maxFields = 30

export const emptyOption: OptionValues = {
  value: '',
  label: '',
  synonyms: [],
  isValueFromLabel: true,
}

export const emptyField: FieldValues = {
  id: '',
  key: '',
  isKeyFromLabel: true,
  label: '',
  type: 'text',
  required: true,
  sensitive: false,
  question: '',
  help: '',
  example: '',
  options: [emptyOption, emptyOption],
  limits: noLimits,
  condition: toConditionValues(undefined),
}

/** What the form shows of a saved field. */
export function toFieldValues(field: JobField): FieldValues {
  const { order: _order, options, validation: _validation, condition, ...saved } = field
  const { id = '', question = '', help = '', example = '' } = saved
  return {
    ...emptyField,
    ...saved,
    id,
    question,
    help,
    example,
    isKeyFromLabel: false,
    ...(options !== undefined && {
      options: options.map(({ synonyms = [], ...option }) => ({
        ...option,
        synonyms,
        isValueFromLabel: false,
      })),
    }),
    limits: toLimits(field),
    condition: toConditionValues(condition),
  }
}

/** What is sent of a field; conditions need the others to know what their values are. */
export function toField(
  field: FieldValues,
  order: number,
  all: readonly FieldValues[],
): JobFieldInput {
  const { id, question, help, example, options } = field
  const validation = toValidation(field)
  const condition = toCondition(field.condition, all)
  return {
    key: field.key,
    label: field.label,
    type: field.type,
    required: field.required,
    sensitive: field.sensitive,
    order,
    ...(id !== '' && { id }),
    ...(question !== '' && { question }),
    ...(help !== '' && { help }),
    ...(example !== '' && { example }),
    ...(isChoice(field.type) && { options: options.map((option) => toOption(option)) }),
    ...(validation !== undefined && { validation }),
    ...(condition !== undefined && { condition }),
  }
}

const toOption = ({ value, label, synonyms }: OptionValues): FieldOption => ({
  value,
  label,
  ...(synonyms.length > 0 && { synonyms }),
})

type Condition = NonNullable<JobField['condition']>

/** When a field is asked for, as it is typed; without a key it always is. */
interface ConditionValues {
  fieldKey: string
  op: Condition['op']
  value: string
  /** Of `in`: any of these. */
  values: string[]
}

/** What the form shows of a saved condition. */
function toConditionValues(condition: JobField['condition']): ConditionValues {
  const { fieldKey = '', op = 'answered', value } = condition ?? {}
  return {
    fieldKey,
    op,
    value: Array.isArray(value) ? '' : asText(value),
    values: Array.isArray(value) ? value.map(asText) : [],
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** What is sent: values of the kind that the other field's answers are. */
function toCondition(
  { fieldKey, op, value, values }: ConditionValues,
  all: readonly { key: string; type: JobFieldType }[],
): JobField['condition'] {
  if (fieldKey === '') return undefined
  if (op === 'answered') return { fieldKey, op }
  const type = all.find(({ key }) => key === fieldKey)?.type
  if (op === 'in') return { fieldKey, op, value: values.map((one) => parseAnswer(one, type)) }
  return value === '' ? { fieldKey, op } : { fieldKey, op, value: parseAnswer(value, type) }
}

function parseAnswer(value: string, type: JobFieldType | undefined): unknown {
  if (type === 'boolean') return value === 'true'
  const isNumeric = type !== undefined && isNumber(type)
  if (isNumeric && value.trim() !== '' && Number.isFinite(Number(value))) {
    return Number(value)
  }
  return value
}

const maxKeyLength = 40

/** A key for a field from its label, `Date & time` → `date_time`, different from those `taken`. */
export function freeFieldKey(label: string, taken: string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(words) ? words : `field_${words}`.replace(/_$/, '')
  return makeKeyUnique(base.slice(0, maxKeyLength), new Set(taken))
}

function makeKeyUnique(base: string, taken: Set<string>): string {
  let key = base
  for (let number = 2; taken.has(key); number += 1) {
    const suffix = `_${number}`
    key = base.slice(0, maxKeyLength - suffix.length) + suffix
  }
  return key
}
