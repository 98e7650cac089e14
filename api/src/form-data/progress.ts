import type { JobField } from '@errand/contract/job-field'

type Values = Readonly<Record<string, unknown>>

/** How far a chat has come with what it collects. */
export interface Progress {
  required: number
  answered: number
  complete: boolean
  nextFieldKey?: string
}

/** The fields that are to be asked as things stand, in their order. */
export function askedFields(fields: readonly JobField[], values: Values): JobField[] {
  return fields
    .filter((field) => isAsked(field, fields, values))
    .toSorted((one, other) => one.order - other.order)
}

/** The keys of the required answers that are not there yet, in their order. */
export function missingKeys(fields: readonly JobField[], values: Values): string[] {
  return askedFields(fields, values)
    .filter(({ required, key }) => required && !Object.hasOwn(values, key))
    .map(({ key }) => key)
}

export function progressOf(fields: readonly JobField[], values: Values): Progress {
  const required = askedFields(fields, values).filter((field) => field.required)
  const [next, ...others] = missingKeys(fields, values)
  const missing = next === undefined ? 0 : others.length + 1
  return {
    required: required.length,
    answered: required.length - missing,
    complete: missing === 0,
    ...(next !== undefined && { nextFieldKey: next }),
  }
}

/** An answer that is not asked for any more stays, but nothing depends on it. */
function isAsked(
  { condition }: JobField,
  fields: readonly JobField[],
  values: Values,
  depth = 0,
): boolean {
  if (condition === undefined) return true
  const other = fields.find(({ key }) => key === condition.fieldKey)
  // Conditions in a circle are refused at publication; here they must only come to an end.
  if (other === undefined || depth > fields.length) return false
  if (!isAsked(other, fields, values, depth + 1)) return false
  const answer = Object.hasOwn(values, other.key) ? values[other.key] : undefined
  return holds(condition, answer)
}

function holds({ op, value }: NonNullable<JobField['condition']>, answer: unknown): boolean {
  if (op === 'answered') return answer !== undefined
  if (op === 'ne') return !isOneOf(answer, [value])
  return isOneOf(answer, op === 'in' && Array.isArray(value) ? value : [value])
}

/** Of several choices one is enough; forms write `true` and `5` as text. */
function isOneOf(answer: unknown, wanted: readonly unknown[]): boolean {
  if (answer === undefined) return false
  const given = Array.isArray(answer) ? answer : [answer]
  return given.some((one) => wanted.some((other) => String(one) === String(other)))
}
