import type { JobField } from '@errand/contract/job-field'

import { withEveryName } from '../ai/language/translate-fields.ts'
import type { Turn, TurnMessage, TurnRequest } from '../ai/turn.ts'
import type { Calendar } from '../answers/check-date.ts'
import type { CollectedAnswers, NewAnswers, Origin, Slots } from '../answers/collected.ts'
import { mergeAnswers, type MergeResult } from '../answers/merge-answers.ts'
import { quoteNumber } from '../answers/numbers/quote-number.ts'
import { isBlank } from '../answers/read-answer.ts'
import { fold, answerLocaleOf } from '../answers/reading.ts'
import { fieldWaitingFor, isFileUsed } from './collected.ts'

/** The answers that a turn has read. */
export interface TurnAnswers {
  answers: NewAnswers['answers']
  origins: NonNullable<NewAnswers['origins']>
  doubtful: readonly string[]
  declined: readonly string[]
}

/** What a turn does with agreed answers, and the fields that the contact gave in own words. */
export const wishOf = ({ change, fields, evidence }: Turn) => ({
  change,
  said: Object.keys(fields).filter(
    (key) => !isBlank(fields[key]) && typeof ownValue(evidence, key) === 'string',
  ),
})

/** The confidence of an answer without a quote of the contact. */
const doubtfulConfidence = 0.3

/**
 * The answers of a turn with their sources. The fields are in the language that the contact was shown.
 * An answer without a quote of the contact is doubtful: the model may have invented it.
 */
export function readTurnAnswers(
  turn: Turn,
  request: TurnRequest,
  collected: CollectedAnswers,
): TurnAnswers {
  const answers: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  const doubtful: string[] = []
  const declined: string[] = []
  const place = answerLocaleOf(request.business, turn.language)
  for (const field of collected.fields) {
    const { key } = field
    const value = ownValue(turn.fields, key)
    const quote = ownValue(turn.evidence, key)
    const message = typeof quote === 'string' ? messageWithQuote(request, quote) : undefined
    const origin: Origin =
      message === undefined || typeof quote !== 'string'
        ? { confidence: Math.min(turn.confidence, doubtfulConfidence) }
        : { messageId: message.id, evidence: quote.trim(), confidence: turn.confidence }
    if (isBlank(value)) {
      if (message === undefined || Object.hasOwn(collected.values, key)) continue
      declined.push(key)
      origins[key] = origin
      continue
    }
    const said =
      message === undefined || typeof quote !== 'string'
        ? undefined
        : (tappedOption(field, message.text) ??
          quoteNumber(field, { text: message.text, quote: quote.trim(), value }, place))
    answers[key] = said ?? value
    origins[key] = origin
    if (message === undefined) doubtful.push(key)
  }
  for (const { key, value, messageId } of readAttachments(request, collected)) {
    answers[key] = value
    origins[key] = { messageId, confidence: 1 }
  }
  return {
    answers,
    origins,
    doubtful: doubtful.filter((key) => origins[key]?.messageId === undefined),
    declined,
  }
}

/** The option of a select field whose label is the whole message, as when it was tapped. */
function tappedOption({ type, options = [] }: JobField, text: string): string | undefined {
  if (type !== 'select') return undefined
  const said = fold(text)
  return options.find(({ label }) => fold(label) === said)?.value
}

/** Merges the answers of a turn into those of the chat. */
export function mergeTurn(
  news: TurnAnswers,
  {
    turn: { language, skips = [] },
    request,
    collected,
    isProposal,
    shown,
    slots,
  }: {
    isProposal: boolean
    turn: Turn
    request: TurnRequest
    collected: CollectedAnswers
    shown: readonly JobField[]
    slots: Slots | undefined
  },
): MergeResult {
  // Contacts and models use the names of options in the contact's language.
  const fields = collected.fields.map((field, index) =>
    Object.hasOwn(news.answers, field.key)
      ? withEveryName(field, shown[index] ?? field, request.job.translations)
      : field,
  )
  const merged = mergeAnswers(
    { ...collected, fields },
    {
      ...news,
      source: 'contact',
      isProposal,
      at: request.now,
      place: answerLocaleOf(request.business, language),
      calendar: calendarOf(request),
      slots,
    },
  )
  const kept = { ...merged.collected, fields: collected.fields }
  return { ...merged, collected: withoutSkipped(kept, skips) }
}

/** Marks fields that the model skips as asked; required ones are asked nevertheless. */
function withoutSkipped(collected: CollectedAnswers, skips: readonly string[]): CollectedAnswers {
  const { fields, values, asked } = collected
  const skipped = fields
    .map(({ key }) => key)
    .filter((key) => skips.includes(key) && !asked.includes(key) && !Object.hasOwn(values, key))
  return skipped.length === 0 ? collected : { ...collected, asked: [...skipped, ...asked] }
}

const calendarOf = ({ now, business: { timeZone, hours } }: TurnRequest): Calendar => ({
  now,
  timeZone,
  hours,
})

/** A file or a location answers the first open field of its type. */
function readAttachments(request: Pick<TurnRequest, 'inbound'>, collected: CollectedAnswers) {
  const { file: sent, location } = attachmentsOf(request)
  const file = sent?.file === undefined || isFileUsed(sent.file.id, collected) ? undefined : sent
  const places = fieldWaitingFor('location', collected)
  return [
    { field: fieldWaitingFor('file', collected), value: file?.file, messageId: file?.id },
    { field: places, value: location?.place, messageId: location?.id },
  ].flatMap(({ field, value, messageId }) =>
    field === undefined || value === undefined || messageId === undefined
      ? []
      : [{ key: field.key, value, messageId }],
  )
}

/** The answers including the files and locations of these messages. */
export function withAttached(
  collected: CollectedAnswers,
  request: Pick<TurnRequest, 'inbound'>,
  { now: at, place }: { now: Date; place: NewAnswers['place'] },
): CollectedAnswers {
  const found = readAttachments(request, collected)
  if (found.length === 0) return collected
  const answers = Object.fromEntries(found.map(({ key, value }) => [key, value]))
  return mergeAnswers(collected, { answers, source: 'contact', at, place }).collected
}

const ownValue = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

type ChatMessages = Pick<TurnRequest, 'history' | 'inbound'>

/**
 * The contact's message that contains a quote: preferably as whole words, then as written, then ignoring
 * case; the last message of several.
 */
export function messageWithQuote(
  { history, inbound }: ChatMessages,
  quote: string,
): TurnMessage | undefined {
  const words = quote.trim()
  if (words === '') return undefined
  const said = [...history, ...inbound].filter(({ author }) => author === 'contact')
  const tests = [
    (text: string) => hasWords(text, words),
    (text: string) => text.includes(words),
    (text: string) => fold(text).includes(fold(words)),
  ]
  for (const has of tests) {
    const message = said.findLast(({ text }) => has(text))
    if (message !== undefined) return message
  }
  return undefined
}

/** Whether a text contains whole words: `4` is in `4 people` but not in `24 November`. */
export function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    // A character has at most two UTF-16 units.
    const isOpen = !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))
    const isClosed = !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(end, end + 2))
    if (isOpen && isClosed) return true
  }
  return false
}

/** The last file and the last location of the messages to answer. */
const attachmentsOf = ({ inbound }: Pick<TurnRequest, 'inbound'>) => ({
  file: inbound.findLast((message) => message.file !== undefined),
  location: inbound.findLast((message) => message.place !== undefined),
})
