import type { JobField } from '@errand/contract/job-field'

import { mentionedQuantities, type MentionedQuantity } from '../../answers/numbers/beside-number.ts'
import { isAnd } from '../../answers/numbers/quantity-words.ts'
import { quantityText } from '../../answers/numbers/read-quantity.ts'
import { countsPeople, namesUnit } from '../../answers/numbers/units.ts'
import { rating, ratingPattern } from '../../answers/read-number.ts'
import { afterCorrection } from './after-correction.ts'
import { countPeople } from './count-people.ts'
import { isStreet } from './find-place.ts'
import {
  isTaken,
  namesField,
  overlap,
  type Found,
  type ScannedMessage,
  type FieldSearch,
} from './scanned-message.ts'
import { isOrdinal } from './steps.ts'
import { isAt, isStopword, says, tokensOf, withLatinDigits, type Token } from './text.ts'

/** A number that stands beside the name of what it counts. */
const maxDistance = 24

/** A number: the only one, or the one beside the name of the field; none where half of it could be lost. */
export function findNumber(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const { field, isAsked, isOnly, known, words } = looking
  const isPeople = countsPeople(field)
  const numbers = numbersIn(scanned, looking)
  // What has a price counts nothing, unless nothing else answers what was asked.
  const counts = numbers.filter(({ isMoney }) => !isMoney)
  const fitting = counts.length > 0 || isPeople || !isAsked ? counts : numbers
  const people = isPeople ? countPeople(scanned, words, fitting) : undefined
  if (people !== undefined) return people.isOpen ? undefined : people
  // Who says the old number beside a new one corrects it.
  const other = fitting.filter(({ meaning }) => meaning !== String(known))
  const all = other.length > 0 ? other : fitting
  const named = all.filter(({ start, end, hasUnit }) => {
    const around = scanned.tokens.filter(
      (one) => one.end > start - maxDistance && one.start < end + maxDistance,
    )
    const isCounted = (hasUnit && namesUnit(field)) || (isPeople && says(around, words.people))
    return isCounted || namesField(around, field)
  })
  const withUnit = named.filter(({ hasUnit }) => hasUnit)
  if (named.length > 0) return onlyNumber(withUnit.length > 0 ? withUnit : named, scanned)
  const figures = all.filter(({ start, end }) => /\p{Nd}/u.test(scanned.text.slice(start, end)))
  // `भेज दो` is `send it`, and not two.
  if (isAsked) return onlyNumber(known === undefined ? all : figures, scanned)
  return isOnly ? onlyNumber(figures, scanned) : undefined
}

/** The one that was said, if it was one and can be read. */
function onlyNumber(
  all: readonly MentionedQuantity[],
  { text }: ScannedMessage,
): Found | undefined {
  const full = all.filter(({ isArticle }) => !isArticle)
  const [first, ...others] = full.length > 0 ? full : all
  if (first?.isDoubtful !== false || first.isOther) return undefined
  const { start, end, meaning } = first
  // `One of these and one of those` is not one.
  const isOne = others.every(
    (one) => one.meaning === meaning && !tokensOf(text.slice(end, one.start)).some(isJoining),
  )
  return isOne ? { start, end, value: text.slice(start, end) } : undefined
}

const isJoining = ({ word }: Token): boolean => isAnd(word)

/** An amount: one with a mark of money, or when it was asked for, the only number. */
export function findAmount(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const all = numbersIn(scanned, looking)
  const money = all.find(({ isMoney }) => isMoney)
  if (money !== undefined) return onlyNumber([money], scanned)
  return looking.isAsked || namesField(scanned.tokens, looking.field)
    ? onlyNumber(all, scanned)
    : undefined
}

/** Stars, `4/5`, `4 out of 5`; a bare number only when it was asked for. */
export function findRating(scanned: ScannedMessage, looking: FieldSearch): Found | undefined {
  const { field, isAsked, place } = looking
  for (const { 0: said, index } of withLatinDigits(scanned.text).matchAll(ratingPattern)) {
    const span = { start: index, end: index + said.trimEnd().length }
    const value = scanned.text.slice(span.start, span.end)
    if (!isTaken(scanned, span) && 'value' in rating(value, field, place)) return { ...span, value }
  }
  const isMeant = isAsked || namesField(scanned.tokens, field)
  return isMeant ? onlyNumber(numbersIn(scanned, looking), scanned) : undefined
}

/** All numbers but those of other units; what somebody corrects at once is left out. */
function numbersIn(
  scanned: ScannedMessage,
  { field, isAsked, place, words }: FieldSearch,
): MentionedQuantity[] {
  const { tokens } = scanned
  const places = new Map(tokens.map((token, at) => [token.start, at]))
  const { filler, thanks, request, correction } = words
  const isSmall = (start: number) => {
    const at = places.get(start) ?? -1
    const token = tokens[at]
    // A letter alone could be a unit.
    if (token === undefined || namesField([token], field)) return token !== undefined
    const isCourtesy = isAt(tokens, at, filler, thanks, request, correction)
    return token.raw.length > 1 && (isCourtesy || isStopword(token.word))
  }
  const all = mentionedQuantities(
    quantityText(scanned.text, field, place),
    (span) => !isTaken(scanned, span),
    isSmall,
  ).filter((one) => {
    const at = places.get(one.start) ?? -1
    const isDenied = isAt(tokens, at - 1, words.not)
    return (
      (!one.isOther || one.isMoney) &&
      !isDenied &&
      !isPart(scanned, one) &&
      !isBound(scanned, at, field)
    )
  })
  const free = all.filter(({ start }) => !isNamed(scanned, places.get(start) ?? -1, field))
  // Of what was asked people say the name and how many: `Pizza Margherita 2`.
  return afterCorrection(isAsked && free.length === 0 ? all : free, tokens, words)
}

/** Whether a number counts one of several things that were chosen: `one of these and one of those`. */
const isPart = ({ tokens, taken }: ScannedMessage, { end }: MentionedQuantity): boolean => {
  const next = tokens.find(({ start }) => start >= end)
  const chosen = taken.find((span) => next !== undefined && overlap(span, next))
  return chosen !== undefined && tokens.some((one) => overlap(chosen, one) && isAnd(one.word))
}

/** Whether a number is part of an address or a model, or counts a place: `Flat 12`, `GTS300`, `3rd`. */
function isBound({ tokens }: ScannedMessage, at: number, field: JobField): boolean {
  const [before, number, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (number?.kind !== 'digits') return false
  if (behind?.isGlued === true && isOrdinal(behind.word)) return true
  if (before?.kind !== 'word' || namesField([before], field)) return false
  return number.isGlued || isStreet(before)
}

/** Whether a number stands behind a name, of which it may be a part: `iPhone 13`. */
function isNamed({ tokens, clauses }: ScannedMessage, at: number, field: JobField): boolean {
  const [before, number] = [tokens[at - 1], tokens[at]]
  if (number?.kind !== 'digits' || before?.kind !== 'word' || namesField([before], field))
    return false
  // A capital within a sentence or a word names something.
  const isFirst = clauses.some(({ start }) => start === before.start)
  return !isStopword(before.word) && /\p{Lu}/u.test(isFirst ? before.raw.slice(1) : before.raw)
}
