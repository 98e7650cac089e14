import { isDeepStrictEqual } from 'node:util'

import type { AnswerMeta, AnswerSuggestion, FormData } from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'

import type { formData } from '../../platform/database/schema.ts'
import type { Calendar } from './check-date.ts'
import type { AnswerLocale } from './reading.ts'

/** The answers that a chat has collected, and its fields. */
export interface CollectedAnswers {
  fields: readonly JobField[]
  status: FormData['status']
  values: FormData['values']
  meta: Record<string, AnswerMeta>
  suggestions: AnswerSuggestion[]
  /** The keys of the fields that the assistant has asked for, the latest last. */
  asked: readonly string[]
}

/** How many bookings fit at one time, and those there are. */
export interface Slots {
  minutes: number
  capacity: number
  taken: readonly { day: string; time: string }[]
}

/** Where an answer was read from. */
export type Origin = Pick<AnswerMeta, 'messageId' | 'evidence' | 'confidence'>

/** New answers by key. A blank one clears the stored one, so fields that were not mentioned are absent. */
export interface NewAnswers {
  answers: Readonly<Record<string, unknown>>
  origins?: Readonly<Record<string, Origin>>
  /** Answers that no text of the contact supports: they are suggested to the owner. */
  doubtful?: readonly string[] | undefined
  /** The fields that the contact declines to answer; each counts as an attempt. */
  declined?: readonly string[] | undefined
  source: AnswerMeta['source']
  /** They are only proposed, so that they may differ from an owner's. */
  isProposal?: boolean | undefined
  at: Date
  place: AnswerLocale
  /** Limits the dates of contacts; absent for owners, who may enter any date. */
  calendar?: Calendar
  /** The other bookings, of a job that takes only so many at one time. */
  slots?: Slots | undefined
}

/** How many earlier values of an answer are kept. */
const maxPreviousValues = 20

/** The history of an answer after its value changes. */
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

/** The metadata of a field's answer, if there ever was one. */
export const metaOf = ({ meta }: CollectedAnswers, key: string): AnswerMeta | undefined =>
  Object.hasOwn(meta, key) ? meta[key] : undefined

export const originOf = ({ origins = {} }: NewAnswers, key: string): Origin =>
  (Object.hasOwn(origins, key) ? origins[key] : undefined) ?? {}

export const timestampOf = (news: NewAnswers): string => news.at.toISOString()

type Values = Readonly<Record<string, unknown>>

/** How many of the required answers a chat has. */
interface Progress {
  required: number
  answered: number
  complete: boolean
  nextFieldKey?: string
}

/** The fields whose conditions are met by the present answers, in their order. */
export function applicableFields(fields: readonly JobField[], values: Values): JobField[] {
  return fields
    .filter((field) => isApplicable(field, fields, values))
    .toSorted((one, other) => one.order - other.order)
}

/** The keys of the required answers that are missing, in their order. */
export function missingKeys(fields: readonly JobField[], values: Values): string[] {
  return applicableFields(fields, values)
    .filter(({ required, key }) => required && !Object.hasOwn(values, key))
    .map(({ key }) => key)
}

/**
 * The fields still to ask for: the missing required ones, then once each optional one that has a
 * question; where no field is required, each field once.
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
    complete: missing === 0 && Object.keys(values).length > 0,
    ...(next !== undefined && { nextFieldKey: next }),
  }
}

/** Whether a field's condition is met. An answer whose condition no longer holds stays, unused. */
function isApplicable(
  { condition }: JobField,
  fields: readonly JobField[],
  values: Values,
  depth = 0,
): boolean {
  if (condition === undefined) return true
  const other = fields.find(({ key }) => key === condition.fieldKey)
  // Publishing refuses circular conditions; the depth only guards against an endless loop.
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

/** Of several choices one match is enough; conditions store `true` and `5` as text. */
function isOneOf(answer: unknown, wanted: readonly unknown[]): boolean {
  if (answer === undefined) return false
  const given = Array.isArray(answer) ? answer : [answer]
  return given.some((one) => wanted.some((other) => String(one) === String(other)))
}

/** Marks complete answers as confirmed by the contact; does nothing while an answer is missing. */
export function confirmAnswers(collected: CollectedAnswers): CollectedAnswers {
  const isWhole = collected.status === 'complete' || collected.status === 'corrected'
  return isWhole ? { ...collected, status: 'confirmed' } : collected
}

/** The status of a chat's answers after a change. */
export function nextStatus(before: CollectedAnswers, after: CollectedAnswers): FormData['status'] {
  if (Object.keys(after.values).length === 0) return 'empty'
  if (missingKeys(after.fields, after.values).length > 0) return 'partial'
  if (before.status !== 'confirmed' && before.status !== 'corrected') return 'complete'
  return isDeepStrictEqual(before.values, after.values) ? before.status : 'corrected'
}

/** A chat's answers as stored. */
export type FormDataRow = typeof formData.$inferSelect
