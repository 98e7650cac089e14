import type { JobField } from '@errand/contract/job-field'
import type { Temporal } from 'temporal-polyfill'

import { zonedAt } from '../../../platform/period/opening-hours.ts'
import { applicableFields, fieldsToAsk } from '../../answers/collected.ts'
import { answerLocaleOf, type AnswerLocale, type Refusal } from '../../answers/reading.ts'
import type { TurnMessage, TurnRequest } from '../turn.ts'
import type { ScannedMessage } from './scanned-message.ts'
import type { When } from './steps.ts'
import { tokensOf } from './text.ts'
import { whensIn } from './when.ts'
import type { Words } from './words.ts'

/** Where a burst is read. */
export interface BurstReader {
  request: Pick<
    TurnRequest,
    'fields' | 'inbound' | 'history' | 'business' | 'now' | 'phase' | 'agreed'
  >
  words: Words
  place: AnswerLocale
  now: Temporal.PlainDateTime
  isDayFirst: boolean
  /** What was asked for last: one field, or several. */
  asked: readonly JobField[]
  /** The last reply was a fact, so that a day alone may ask about it. */
  isAfterFact: boolean
  /** Nothing was asked for but what a greeting asks: what answers it is for the first field or for none. */
  isAfterGreeting: boolean
}

/** What was understood of one field. */
interface ReadField {
  field: JobField
  /** As `readAnswer` takes it. */
  said: unknown
  evidence: string
  /** As it would be kept, or why it cannot be. */
  value?: unknown
  refused?: Refusal
}

/** What was understood of a burst. */
export interface BurstReading {
  messages: ScannedMessage[]
  byKey: Map<string, ReadField>
  /** What the contact would rather not say, with the words for it. */
  declined: Map<string, string>
  /** Fields of which something was only asked about: nobody asks for them before something is ordered. */
  likely: Set<string>
  /** The day or the time of a moment whose other half is still to be said. */
  half?: {
    field: JobField
    day: Temporal.PlainDate | undefined
    at: When | undefined
  }
  /** Two days, or two times, of which either may be meant. */
  unclear?: { field: JobField; one: string; other: string }
}

/** Where a chat is read: by the clock and the customs of the business. */
export function createReader<Request extends BurstReader['request']>(
  request: Request,
  {
    words,
    language,
    asked,
    isAfterFact = false,
    isAfterGreeting = false,
  }: { language: string } & Pick<BurstReader, 'words' | 'asked'> & Partial<BurstReader>,
): BurstReader & { request: Request } {
  const { locale, timeZone } = request.business
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  return {
    request,
    words,
    place: answerLocaleOf(request.business, language),
    now: zonedAt(request.now, timeZone).toPlainDateTime(),
    isDayFirst: parts.indexOf('day') < parts.indexOf('month'),
    asked,
    isAfterFact,
    isAfterGreeting,
  }
}

/** The days and times of a message, as what was asked for makes them likely. */
export function whensOf({ text }: Pick<TurnMessage, 'text'>, reader: BurstReader): When[] {
  const { request, words, now, isDayFirst, asked } = reader
  const hasTime = ({ type }: JobField) => type === 'datetime' || type === 'time'
  return whensIn(tokensOf(text), {
    words,
    now,
    isDayFirst,
    hours: request.business.hours,
    isDayAsked: asked.some(({ type }) => type === 'datetime' || type === 'date'),
    isHourAsked: asked.some(hasTime),
    isHourOpen: request.fields.some(({ field, value }) => value === undefined && hasTime(field)),
  })
}

/** What a field was answered with, in this burst or before it. */
export const valueOf = (
  { key }: JobField,
  { request }: BurstReader,
  { byKey }: BurstReading,
): unknown => byKey.get(key)?.value ?? request.fields.find(({ field }) => field.key === key)?.value

/** Whether the assistant has not said anything yet. */
export const isNewChat = ({ history }: Pick<TurnRequest, 'history'>): boolean =>
  history.every(({ author }) => author !== 'assistant')

/** What the assistant said last. */
export const lastReply = ({ history }: Pick<TurnRequest, 'history'>): string =>
  history.findLast(({ author }) => author === 'assistant')?.text ?? ''

/** Whether nothing was said but a greeting that asks something itself. */
export const isAfterGreeting = (
  request: Pick<TurnRequest, 'fields' | 'history' | 'phase'>,
): boolean =>
  request.phase === 'collecting' &&
  request.fields.every(({ isAsked, attempts }) => !isAsked && attempts === 0) &&
  /[?؟]\s*$/.test(lastReply(request))

/** Whether a field is answered in whatever words. */
export const isFreeText = ({ type }: JobField): boolean =>
  type === 'text' || type === 'long_text' || type === 'address' || type === 'location'

/** Whether a field asks for a day or a time. */
export const asksForDate = ({ type }: JobField): boolean =>
  type === 'date' || type === 'time' || type === 'datetime'

/** What is still to be asked, with what was understood in this burst. */
export function fieldsLeftToAsk(
  { fields }: Pick<TurnRequest, 'fields'>,
  { byKey, declined }: Pick<BurstReading, 'byKey' | 'declined'> = nothingRead,
): JobField[] {
  const values = fields.flatMap(({ field: { key }, value }) => {
    const known = byKey.get(key)?.value ?? value
    return known === undefined ? [] : [[key, known] as const]
  })
  const asked = fields.filter(({ isAsked, attempts }) => isAsked || attempts > 0)
  return fieldsToAsk({
    fields: fields.map(({ field }) => field),
    values: Object.fromEntries(values),
    asked: [...asked.map(({ field }) => field.key), ...declined.keys()],
    meta: {},
  })
}

const nothingRead = { byKey: new Map(), declined: new Map() }

/** The fields that there are as things stand, with what was said in this burst. */
export function openFields(
  { request: { fields } }: BurstReader,
  { byKey }: BurstReading,
): JobField[] {
  const values = fields.map(({ field: { key }, value }) => {
    const news = byKey.get(key)
    return [key, news === undefined ? value : news.value] as const
  })
  return applicableFields(
    fields.map(({ field }) => field),
    Object.fromEntries(values),
  )
}
