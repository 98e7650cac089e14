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
  /** Other words that mean this option. */
  synonyms: string[]
  /** True while the value follows the label. A saved value stays: statistics are grouped by it. */
  isValueFromLabel: boolean
}

/** Every property is required and not null. */
export type AllRequired<T> = { [Key in keyof T]-?: NonNullable<T[Key]> }

type Texts = Pick<JobField, 'id' | 'key' | 'label' | 'question' | 'help' | 'example'>

/**
 * A field as the form holds it: every control has a value, whatever the type; a new field has no
 * id.
 */
export interface FieldValues extends AllRequired<Texts> {
  /** True while the key follows the label. */
  isKeyFromLabel: boolean
  type: JobFieldType
  required: boolean
  sensitive: boolean
  options: OptionValues[]
  limits: Limits
  condition: ConditionValues
}

/** The maximum number of fields of a job. */
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

/** A saved field as the form holds it. */
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

/** A field to send; its condition needs the other fields to know the type of its values. */
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

/** A condition as it is typed; without a key the field is always asked for. */
interface ConditionValues {
  fieldKey: string
  op: Condition['op']
  value: string
  /** For `in`: any of these values. */
  values: string[]
}

/** A saved condition as the form holds it. */
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

/** A condition to send, its values in the type of the other field's answers. */
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

/** A key made from a label, `Date & time` → `date_time`, different from those in `taken`. */
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
