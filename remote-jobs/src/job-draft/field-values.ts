import {
  isChoice,
  type JobField,
  type JobFieldInput,
  type JobFieldType,
} from '@errand/contract/job-field'

import { toCondition, toConditionValues, type ConditionValues } from './field-condition.ts'
import { noLimits, toLimits, toValidation, type Limits } from './field-limits.ts'

type FieldOption = NonNullable<JobField['options']>[number]

export interface OptionValues {
  value: string
  label: string
  /** Other words that mean the same. */
  synonyms: string[]
  /** While true the value follows the label; a saved one stays, answers are counted by it. */
  isValueFromLabel: boolean
}

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
  sensitive: boolean
  question: string
  help: string
  example: string
  options: OptionValues[]
  limits: Limits
  condition: ConditionValues
}

/** How many fields a job can have. */
export const mostFields = 30

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
  const { id = '', question = '', help = '', example = '', options, validation, condition } = field
  return {
    id,
    key: field.key,
    isKeyFromLabel: false,
    label: field.label,
    type: field.type,
    required: field.required,
    sensitive: field.sensitive,
    question,
    help,
    example,
    options: options?.map((option) => toOptionValues(option)) ?? emptyField.options,
    limits: toLimits(validation),
    condition: toConditionValues(condition),
  }
}

const toOptionValues = ({ value, label, synonyms = [] }: FieldOption): OptionValues => ({
  value,
  label,
  synonyms,
  isValueFromLabel: false,
})

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
