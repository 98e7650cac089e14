import { isDeepStrictEqual } from 'node:util'

import {
  isComplete,
  type AnswerMeta,
  type AnswerSuggestion,
} from '@errand/contract/chats/form-data'
import type { JobField } from '@errand/contract/job-field'
import type { FieldProblem } from '@errand/contract/problem'

import { toPointer } from '../../platform/http/issues.ts'
import { bookingEndOf, bookingTimeOf } from './booking-time.ts'
import { checkDate } from './check-date.ts'
import {
  applicableFields,
  timestampOf,
  type CollectedAnswers,
  metaOf,
  type NewAnswers,
  nextStatus,
  originOf,
  historyOf,
} from './collected.ts'
import { isBlank, readAnswer } from './read-answer.ts'
import type { ReadResult, Refusal } from './reading.ts'
import { bookingKeysOf, endKeysOf, hasSameStart, isFull, needsSlot } from './slots.ts'

export interface MergeResult {
  collected: CollectedAnswers
  /** The refused answers, with pointers into the request's body. */
  problems: FieldProblem[]
}

/**
 * Merges new answers into the collected ones. An owner's value is never replaced by others: theirs is
 * suggested. A refused answer changes no value; it counts as an attempt.
 */
export function mergeAnswers(before: CollectedAnswers, news: NewAnswers): MergeResult {
  let collected = before
  const problems: FieldProblem[] = []
  for (const [key, raw] of datesBeforeTimes(before, news)) {
    const field = before.fields.find((one) => one.key === key)
    if (field === undefined) {
      problems.push(
        toFieldProblem(key, { code: 'unknown_field', detail: 'There is no such field.' }),
      )
      continue
    }
    const isDoubtful = news.doubtful?.includes(key) === true
    const reading = isBlank(raw) ? undefined : readAndCheck(field, raw, { collected, news })
    if (reading === undefined) collected = clearAnswer(collected, key, news)
    else if ('value' in reading) {
      const add = isDoubtful ? suggestAnswer : acceptAnswer
      collected = add(collected, key, { value: reading.value, news })
    } else if (!isDoubtful) {
      problems.push(toFieldProblem(key, reading.refused))
      collected = countAttempt(collected, key, { refused: reading.refused, news })
    }
  }
  for (const key of news.declined ?? []) {
    collected = countAttempt(collected, key, { refused: declinedRefusal, news })
  }
  const merged = withStatus(before, withoutPastEnd(before, collected, news))
  const taken = refuseTakenTime(before, merged, news)
  if (taken !== undefined) {
    return {
      collected: withStatus(before, taken.collected),
      problems: [...problems, toFieldProblem(taken.key, slotTaken)],
    }
  }
  return { collected: merged, problems }
}

/** Without an end that is before a new beginning, so that it is asked for again. */
function withoutPastEnd(
  before: CollectedAnswers,
  after: CollectedAnswers,
  news: NewAnswers,
): CollectedAnswers {
  const { fields } = before
  const keys = endKeysOf(after)
  const isEndNamed = keys.some((key) => Object.hasOwn(news.answers, key))
  const hadEnd = bookingEndOf(fields, before.values) !== undefined
  if (isEndNamed || !hadEnd || bookingEndOf(fields, after.values) !== undefined) return after
  return keys.reduce((collected, key) => clearAnswer(collected, key, news), after)
}

const withStatus = (before: CollectedAnswers, after: CollectedAnswers): CollectedAnswers => ({
  ...after,
  status: nextStatus(before, after),
})

/** Dates come first, because a time is checked together with its date. */
function datesBeforeTimes(
  { fields }: CollectedAnswers,
  { answers }: NewAnswers,
): [string, unknown][] {
  const isTime = (key: string) => fields.some((field) => field.key === key && field.type === 'time')
  return Object.entries(answers).toSorted(
    ([one], [other]) => Number(isTime(one)) - Number(isTime(other)),
  )
}

function readAndCheck(
  field: JobField,
  raw: unknown,
  { collected, news }: { collected: CollectedAnswers; news: NewAnswers },
): ReadResult {
  const reading = readAnswer(field, raw, news.place)
  if (!('value' in reading) || news.calendar === undefined) return reading
  const fields = applicableFields(collected.fields, collected.values)
  // A date that comes with a new time is not checked with the earlier time.
  const others = Object.entries(collected.values).filter(([key]) => isBlank(news.answers[key]))
  const values = field.type === 'time' ? collected.values : Object.fromEntries(others)
  const refused = checkDate({ field, value: reading.value, fields, values }, news.calendar)
  return refused === undefined ? reading : { refused }
}

const slotTaken: Refusal = { code: 'slot_taken', detail: 'That time is taken.' }

/**
 * Takes back a time with no place left, which only all answers together tell. Of a booking the day and
 * time stay as they were, so that it is not moved to a time that nobody asked for; of other answers the
 * time is cleared, also one that was free when the contact named it.
 */
function refuseTakenTime(
  before: CollectedAnswers,
  merged: CollectedAnswers,
  news: NewAnswers,
): { collected: CollectedAnswers; key: string } | undefined {
  const { day, time } = bookingTimeOf(merged.fields, merged.values)
  if (news.slots === undefined || day === null || time === null) return undefined
  if (!needsSlot(before, merged, news) || !isFull(news.slots, { day, time })) return undefined
  const refused = { refused: slotTaken, news }
  const keys = bookingKeysOf(merged)
  const restored = restoreAnswers(merged, before, [...keys, ...endKeysOf(merged)])
  const named = keys.findLast((key) => Object.hasOwn(news.answers, key))
  if (named !== undefined && isComplete(before.status) && hasSameStart(before, restored)) {
    return { key: named, collected: countAttempt(restored, named, refused) }
  }
  const key = keys.findLast((one) => !isLocked(metaOf(merged, one), news))
  if (key === undefined) return undefined
  const cleared = clearAnswer(restoreAnswers(merged, before, [key]), key, news)
  return { key, collected: countAttempt(cleared, key, refused) }
}

/** The answers in which some are as before. */
function restoreAnswers(
  after: CollectedAnswers,
  before: CollectedAnswers,
  keys: readonly string[],
): CollectedAnswers {
  const restore = <T>(now: Readonly<Record<string, T>>, old: Readonly<Record<string, T>>) =>
    Object.fromEntries([
      ...Object.entries(now).filter(([key]) => !keys.includes(key)),
      ...Object.entries(old).filter(([key]) => keys.includes(key)),
    ])
  const isOfThem = ({ key }: AnswerSuggestion) => keys.includes(key)
  return {
    ...after,
    values: restore(after.values, before.values),
    meta: restore(after.meta, before.meta),
    suggestions: [
      ...after.suggestions.filter((one) => !isOfThem(one)),
      ...before.suggestions.filter(isOfThem),
    ],
  }
}

export const declinedRefusal: Refusal = {
  code: 'declined',
  detail: 'The contact would rather not say.',
}

/** An owner's value is the owner's to change, but for what is only proposed. */
const isLocked = (meta: AnswerMeta | undefined, { source, isProposal = false }: NewAnswers) =>
  meta?.source === 'owner' && source !== 'owner' && !isProposal

function acceptAnswer(
  collected: CollectedAnswers,
  key: string,
  { value, news }: { value: unknown; news: NewAnswers },
): CollectedAnswers {
  const { values } = collected
  const old = metaOf(collected, key)
  const has = Object.hasOwn(values, key)
  const isSame = has && isDeepStrictEqual(values[key], value)
  if (has && isLocked(old, news)) {
    return isSame ? collected : suggestAnswer(collected, key, { value, news })
  }
  if (isSame && old !== undefined) {
    // The same value again changes nothing, unless the owner enters it and so takes it over.
    if (news.source !== 'owner') return collected
    if (old.source === 'owner') return withoutSuggestion(collected, key)
    const meta = {
      ...collected.meta,
      [key]: { ...old, source: news.source, at: timestampOf(news) },
    }
    return { ...withoutSuggestion(collected, key), meta }
  }
  const meta: AnswerMeta = {
    source: news.source,
    ...originOf(news, key),
    valid: true,
    attempts: (old?.attempts ?? 0) + 1,
    at: timestampOf(news),
    ...historyOf(collected, key),
  }
  return {
    ...withoutSuggestion(collected, key),
    values: { ...values, [key]: value },
    meta: { ...collected.meta, [key]: meta },
  }
}

/** Drops the suggestion for a field that has a new value. */
function withoutSuggestion(collected: CollectedAnswers, key: string): CollectedAnswers {
  const suggestions = collected.suggestions.filter((suggestion) => suggestion.key !== key)
  return suggestions.length === collected.suggestions.length
    ? collected
    : { ...collected, suggestions }
}

function clearAnswer(collected: CollectedAnswers, key: string, news: NewAnswers): CollectedAnswers {
  const old = metaOf(collected, key)
  if (!Object.hasOwn(collected.values, key)) return collected
  if (isLocked(old, news)) return collected
  const { [key]: _cleared, ...values } = collected.values
  const meta: AnswerMeta = {
    source: news.source,
    valid: false,
    attempts: old?.attempts ?? 0,
    at: timestampOf(news),
    ...historyOf(collected, key),
  }
  return { ...withoutSuggestion(collected, key), values, meta: { ...collected.meta, [key]: meta } }
}

/** Counts a failed attempt of a contact; an owner's mistake is only reported in the response. */
function countAttempt(
  collected: CollectedAnswers,
  key: string,
  { refused, news }: { refused: Refusal; news: NewAnswers },
): CollectedAnswers {
  if (news.source === 'owner') return collected
  const old = metaOf(collected, key)
  const has = Object.hasOwn(collected.values, key)
  // Where the owner has set the value, invalid answers of others are ignored.
  if (has && isLocked(old, news)) return collected
  const attempts = (old?.attempts ?? 0) + 1
  const meta: AnswerMeta =
    has && old !== undefined
      ? { ...old, attempts, error: refused.detail }
      : {
          source: news.source,
          ...originOf(news, key),
          valid: false,
          error: refused.detail,
          attempts,
          at: timestampOf(news),
          ...(old?.previous !== undefined && { previous: old.previous }),
        }
  return { ...collected, meta: { ...collected.meta, [key]: meta } }
}

function suggestAnswer(
  collected: CollectedAnswers,
  key: string,
  { value, news }: { value: unknown; news: NewAnswers },
): CollectedAnswers {
  const { messageId, evidence, confidence } = originOf(news, key)
  const suggestion: AnswerSuggestion = {
    key,
    value,
    ...(messageId !== undefined && { messageId }),
    ...(evidence !== undefined && { evidence }),
    ...(confidence !== undefined && { confidence }),
    at: timestampOf(news),
  }
  const earlier = collected.suggestions.find((one) => one.key === key)
  if (earlier !== undefined && isDeepStrictEqual(earlier.value, value)) return collected
  const rest = collected.suggestions.filter((one) => one.key !== key)
  return { ...collected, suggestions: [...rest, suggestion] }
}

const toFieldProblem = (key: string, refused: Refusal): FieldProblem => ({
  pointer: toPointer(['formData', key]),
  ...refused,
})
