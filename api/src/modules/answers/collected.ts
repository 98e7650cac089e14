import { isDeepStrictEqual } from 'node:util'

import type { AnswerMeta, AnswerSuggestion, FormData } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'

import type { formData } from '../../platform/database/schema.ts'
import type { Calendar } from './check-date.ts'
import type { AnswerLocale } from './reading.ts'

/** What a chat has collected, and the fields that it collects. */
export interface CollectedAnswers {
  fields: readonly JobField[]
  status: FormData['status']
  values: FormData['values']
  meta: Record<string, AnswerMeta>
  suggestions: AnswerSuggestion[]
  /** The keys of the fields that the assistant has asked for, the latest last. */
  asked: readonly string[]
}

/** How an answer came about. */
export type Origin = Pick<AnswerMeta, 'messageId' | 'evidence' | 'confidence'>

/** Answers by key; a blank one clears, so what was not spoken of has to be left out. */
export interface NewAnswers {
  answers: Readonly<Record<string, unknown>>
  origins?: Readonly<Record<string, Origin>>
  /** Answers that nothing the contact wrote bears out: they are suggested to the owner. */
  doubtful?: readonly string[] | undefined
  /** What the contact would rather not say; each counts as an attempt. */
  declined?: readonly string[] | undefined
  source: AnswerMeta['source']
  at: Date
  place: AnswerLocale
  /** When an answer may be: for contacts; an owner may enter any day. */
  calendar?: Calendar
}

/** Earlier values that are kept of one answer. */
const maxPreviousValues = 20

/** The history of an answer once its value is another one. */
export function historyOf(collected: CollectedAnswers, key: string): Pick<AnswerMeta, 'previous'> {
  const old = metaOf(collected, key)
  if (old === undefined) return {}
  const earlier = old.previous ?? []
  if (!Object.hasOwn(collected.values, key)) {
    return earlier.length > 0 ? { previous: earlier } : {}
  }
  const last = { value: collected.values[key], at: old.at, source: old.source }
  return { previous: [last, ...earlier].slice(0, maxPreviousValues) }
}

/** Where the present answer came from, if there ever was one. */
export const metaOf = ({ meta }: CollectedAnswers, key: string): AnswerMeta | undefined =>
  Object.hasOwn(meta, key) ? meta[key] : undefined

export const originOf = ({ origins = {} }: NewAnswers, key: string): Origin =>
  (Object.hasOwn(origins, key) ? origins[key] : undefined) ?? {}

export const timestampOf = (news: NewAnswers): string => news.at.toISOString()

type Values = Readonly<Record<string, unknown>>

/** How far a chat has come with what it collects. */
interface Progress {
  required: number
  answered: number
  complete: boolean
  nextFieldKey?: string
}

/** The fields that are to be asked as things stand, in their order. */
export function applicableFields(fields: readonly JobField[], values: Values): JobField[] {
  return fields
    .filter((field) => isApplicable(field, fields, values))
    .toSorted((one, other) => one.order - other.order)
}

/** The keys of the required answers that are not there yet, in their order. */
export function missingKeys(fields: readonly JobField[], values: Values): string[] {
  return applicableFields(fields, values)
    .filter(({ required, key }) => required && !Object.hasOwn(values, key))
    .map(({ key }) => key)
}

/**
 * What is still to be asked: the required answers that are missing, then once each optional field
 * that has a question; where nothing is required, each field once.
 */
export function fieldsToAsk({
  fields,
  values,
  meta,
  asked,
}: Pick<CollectedAnswers, 'fields' | 'values' | 'meta' | 'asked'>): JobField[] {
  const open = applicableFields(fields, values).filter(({ key }) => !Object.hasOwn(values, key))
  const isWanted = ({ key, question = '' }: JobField) =>
    !asked.includes(key) &&
    (meta[key]?.attempts ?? 0) === 0 &&
    (question !== '' || fields.every(({ required }) => !required))
  return [
    ...open.filter(({ required }) => required),
    ...open.filter((field) => !field.required && isWanted(field)),
  ]
}

export function progressOf(fields: readonly JobField[], values: Values): Progress {
  const required = applicableFields(fields, values).filter((field) => field.required)
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
function isApplicable(
  { condition }: JobField,
  fields: readonly JobField[],
  values: Values,
  depth = 0,
): boolean {
  if (condition === undefined) return true
  const other = fields.find(({ key }) => key === condition.fieldKey)
  // Conditions in a circle are refused at publication; here they must only come to an end.
  if (other === undefined || depth > fields.length) return false
  if (!isApplicable(other, fields, values, depth + 1)) return false
  const answer = Object.hasOwn(values, other.key) ? values[other.key] : undefined
  return isConditionMet(condition, answer)
}

function isConditionMet(
  { op, value }: NonNullable<JobField['condition']>,
  answer: unknown,
): boolean {
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

/** The contact has said that all is right; nothing happens while something is missing. */
export function confirmAnswers(collected: CollectedAnswers): CollectedAnswers {
  const isWhole = collected.status === 'complete' || collected.status === 'corrected'
  return isWhole ? { ...collected, status: 'confirmed' } : collected
}

/** Where a chat's answers stand after a change. */
export function nextStatus(before: CollectedAnswers, after: CollectedAnswers): FormData['status'] {
  if (Object.keys(after.values).length === 0) return 'empty'
  if (missingKeys(after.fields, after.values).length > 0) return 'partial'
  if (before.status !== 'confirmed' && before.status !== 'corrected') return 'complete'
  return isDeepStrictEqual(before.values, after.values) ? before.status : 'corrected'
}

/** What a chat has collected, as the database holds it. */
export type FormDataRow = typeof formData.$inferSelect

/** The answers as the contract shows them. */
export function toFormData(row: FormDataRow): FormData {
  const { fields, completedAt, updatedAt, ...more } = row
  const { ownerId: _ownerId, createdAt: _created, asked: _asked, ...rest } = more
  return {
    ...rest,
    missing: missingKeys(fields, row.values),
    ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
    updatedAt: updatedAt.toISOString(),
  }
}

/** How far a chat is with what it collects; one that collects nothing is never through with it. */
export function toProgress(row: Pick<FormDataRow, 'fields' | 'values'> | null): Progress {
  if (row === null) return { required: 0, answered: 0, complete: false }
  return progressOf(row.fields, row.values)
}
