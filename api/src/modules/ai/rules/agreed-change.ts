import { isoDayOf } from '@errand/contract/iso-time'

import { matchBookings } from '../../answers/match-bookings.ts'
import { fold } from '../../answers/reading.ts'
import { fillBlanks, isCancelWord, type Phrases } from '../../phrases/phrases.ts'
import { dayText, toShownAnswers, writeSummary } from '../language/write-phrases.ts'
import type { AgreedAnswers, FieldState, Turn, TurnRequest } from '../turn.ts'
import { beginsWith, isNo, isQuestion, isYes } from './intents.ts'
import { lastReply, whensOf, type BurstReader } from './reader.ts'
import { clausesOf, phrasesIn, says, saysOnly, tokensOf, type Token } from './text.ts'
import type { Words } from './words.ts'

type Reader = BurstReader & { request: TurnRequest }

/** `Another one`, but not `another day`. */
function asksForMore(tokens: readonly Token[], { another, correction }: Words): boolean {
  const changes = phrasesIn(tokens, correction)
  return phrasesIn(tokens, another).some(
    ({ from, to }) => !changes.some((one) => one.from === from && one.to > to),
  )
}

/** What a contact wants with what is agreed: one more of it, no change of it, or what has to be asked. */
export function detectChange(reader: Reader, phrases: Phrases): Turn['change'] {
  const { request, words } = reader
  const { agreed = [], inbound, phase, isChange = false } = request
  if (agreed.length === 0) return undefined
  const tokens = inbound.flatMap(({ text }) => tokensOf(text))
  const isTimed = inbound.some((one) => whensOf(one, reader).length > 0)
  const isCorrected = says(tokens, words.correction)
  const isMore = asksForMore(tokens, words)
  const isAlso = says(tokens, words.also) && isTimed
  if (agreed.some(({ isCancelAsked }) => isCancelAsked) && says(tokens, words.keep)) return 'keep'
  const isBoth = isTimed && (isCorrected || isMore)
  // A further set that is half made: `keep the same name` answers a question.
  if (phase !== 'completed' && !isChange) {
    if (says(tokens, words.drop) && !isBoth) return 'keep'
    return isMore && isTimed ? 'another' : undefined
  }
  if (isChange) {
    const isAsked = phase === 'confirming' || asksWhich(request, phrases)
    const isLeft = says(tokens, words.keep, words.drop) && !isBoth
    if (isLeft || (isAsked && inbound.every(({ text }) => isNo(written(text), words))))
      return 'keep'
  }
  const clauses = inbound.flatMap(({ text }) => clausesOf(text))
  const isAsking = clauses.some((clause) => isQuestion(clause, words))
  const isOnlyMore = saysOnly(tokens, words.another, words.filler, words.yes, words.greeting)
  if (isMore && (isTimed || isOnlyMore || says(tokens, words.bookingRequest)))
    return isCorrected ? 'unclear' : 'another'
  if (isAlso) return isCorrected || isAsking ? 'unclear' : 'another'
  return isTimed && !isCorrected && says(tokens, words.bookingRequest) ? 'unclear' : undefined
}

/**
 * Whether the contact cannot come or cancels: with the reply, and the booking as it is named. Another
 * time in the same words is a change.
 */
export function detectCancellation(reader: Reader, phrases: Phrases): Partial<Turn> | undefined {
  const { request, words } = reader
  const { agreed = [], inbound, now, business, isChange = false } = request
  const tokens = inbound.flatMap(({ text }) => tokensOf(text))
  if (agreed.length === 0) return undefined
  const clauses = inbound.flatMap(({ text }) => clausesOf(text))
  const isAsking = clauses.some((clause) => isQuestion(clause, words))
  // Who asks whether and how one can cancel wants to know it.
  const isMeant = phrasesIn(tokens, words.cancel).some(({ from, to }) => !isAsking || to - from > 1)
  if (!isMeant && !inbound.some(({ text }) => isCancelWord(fold(text)))) return undefined
  const today = isoDayOf(now, business.timeZone)
  const names = inbound
    .flatMap((one) => whensOf(one, reader))
    .map(({ day, clock }) =>
      [day?.toString(), clock?.toString({ smallestUnit: 'minute' })]
        .filter((part) => part !== undefined)
        .join('T'),
    )
  const isOther = (name: string) => matchBookings(agreed, [name], today).length === 0
  if ((isChange || names.length > 1) && names.some(isOther)) return undefined
  const meant = matchBookings(agreed, names, today)
  const whens = meant.map((one) => dayText(momentOf(one), phrases.locale))
  const when = new Intl.ListFormat(phrases.locale).format(whens)
  const reply = meant.length === 0 ? phrases.seen : fillBlanks(phrases.cancelAsked, { when })
  return { change: 'cancel', cancels: names, reply }
}

const momentOf = ({ day, time }: AgreedAnswers): string =>
  time === null ? (day ?? '') : `${day}T${time}`

/** What is agreed and still to come, where the contact asks for it. */
export function describeAgreed(reader: Reader, phrases: Phrases): string {
  const { request, words } = reader
  const { agreed = [], fields, inbound, now, business } = request
  const tokens = inbound.flatMap(({ text }) => tokensOf(text))
  if (!says(tokens, words.ownBooking)) return ''
  const today = isoDayOf(now, business.timeZone)
  const asked = fields.map(({ field }) => field)
  return agreed
    .filter(({ day, decision }) => decision !== 'cancelled' && (day ?? today) >= today)
    .map(({ values }) => toShownAnswers(asked, values, { phrases, business }))
    .map((answers) => writeSummary(answers, { ...phrases, summary: phrases.agreed }))
    .join('\n\n')
}

/** A yes to what was shown, and one more thing: `yes, and one more for my son`. */
export function confirmsAndAsksForMore({ request, words }: Reader): boolean {
  if (request.phase !== 'confirming') return false
  const tokens = request.inbound.flatMap(({ text }) => tokensOf(text))
  return (
    beginsWith(tokens, words.yes) && asksForMore(tokens, words) && !says(tokens, words.correction)
  )
}

/** The answer to the question whether a change is meant, or one more; undefined for another one. */
export function detectChoice(reader: Reader, phrases: Phrases): Turn['change'] | 'change' {
  const { request, words } = reader
  if (!asksWhich(request, phrases)) return undefined
  const tokens = request.inbound.flatMap(({ text }) => tokensOf(text))
  const isOneMore = request.inbound.some(({ text }) => text.trim() === phrases.oneMore)
  if (isOneMore || says(tokens, words.another, words.also)) return 'another'
  const isChange = request.inbound.some(
    ({ text }) => text.trim() === phrases.instead || isYes(written(text), words),
  )
  return isChange || says(tokens, words.correction) ? 'change' : undefined
}

const written = (text: string) => ({ text, tokens: tokensOf(text) })

const asksWhich = (request: TurnRequest, { whichBooking }: Phrases): boolean =>
  lastReply(request).includes(whichBooking)

/** The fields of one more: nothing is answered but how the contact is reached. */
export const openedFields = (fields: readonly FieldState[]): FieldState[] =>
  fields.map((state) =>
    state.field.type === 'email' || state.field.type === 'phone'
      ? state
      : { field: state.field, state: 'missing', attempts: 0, isAsked: false },
  )
