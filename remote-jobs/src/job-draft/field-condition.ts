import type { JobField, JobFieldType } from '@errand/contract/job-field'

type Condition = NonNullable<JobField['condition']>

/** When a field is asked for, as it is typed; without a key it always is. */
export interface ConditionValues {
  fieldKey: string
  op: Condition['op']
  value: string
  /** Of `in`: any of these. */
  values: string[]
}

/** What the form shows of a saved condition. */
export function toConditionValues(condition: JobField['condition']): ConditionValues {
  const { fieldKey = '', op = 'answered', value } = condition ?? {}
  return {
    fieldKey,
    op,
    value: Array.isArray(value) ? '' : asText(value),
    values: Array.isArray(value) ? value.map(asText) : [],
  }
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''

/** What is sent: values of the kind that the other field's answers are. */
export function toCondition(
  { fieldKey, op, value, values }: ConditionValues,
  all: readonly { key: string; type: JobFieldType }[],
): JobField['condition'] {
  if (fieldKey === '') return undefined
  if (op === 'answered') return { fieldKey, op }
  const type = all.find(({ key }) => key === fieldKey)?.type
  if (op === 'in') return { fieldKey, op, value: values.map((one) => typed(one, type)) }
  return value === '' ? { fieldKey, op } : { fieldKey, op, value: typed(value, type) }
}

const numbers = new Set<JobFieldType | undefined>(['number', 'integer', 'currency', 'rating'])

function typed(value: string, type: JobFieldType | undefined): unknown {
  if (type === 'boolean') return value === 'true'
  if (numbers.has(type) && value.trim() !== '' && Number.isFinite(Number(value))) {
    return Number(value)
  }
  return value
}
