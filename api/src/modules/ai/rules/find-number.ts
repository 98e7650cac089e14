import type { JobField } from '@errand/contract/job-field'

import { saidQuantities, type SaidQuantity } from '../../answers/numbers/beside-number.ts'
import { quantityText } from '../../answers/numbers/read-quantity.ts'
import { isOfPeople, namesUnit } from '../../answers/numbers/units.ts'
import { rating, ratingForms } from '../../answers/read-number.ts'
import { isAnd } from '../../answers/numbers/quantity-words.ts'
import { afterCorrection } from './after-correction.ts'
import { countPeople } from './count-people.ts'
import { isTaken, names, overlap, type Found, type Heard, type Looking } from './heard.ts'
import { isOrdinal } from './steps.ts'
import { isStreet } from './find-place.ts'
import { isAt, isStopword, says, tokensOf, withLatinDigits, type Token } from './text.ts'

/** A number that stands beside the name of what it counts. */
const near = 24

/** A number: the only one, or the one beside the name of the field; none where half of it could be lost. */
export function findNumber(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked, isOnly, known, words } = looking
  const isPeople = isOfPeople(field)
  const numbers = numbersIn(heard, looking)
  // What has a price counts nothing, unless nothing else answers what was asked.
  const counts = numbers.filter(({ isMoney }) => !isMoney)
  const fitting = counts.length > 0 || isPeople || !isAsked ? counts : numbers
  const people = isPeople ? countPeople(heard, words, fitting) : undefined
  if (people !== undefined) return people.isOpen ? undefined : people
  // Who says the old number beside a new one corrects it.
  const other = fitting.filter(({ meaning }) => meaning !== String(known))
  const all = other.length > 0 ? other : fitting
  const named = all.filter(({ start, end, hasUnit }) => {
    const around = heard.tokens.filter((one) => one.end > start - near && one.start < end + near)
    const isCounted = (hasUnit && namesUnit(field)) || (isPeople && says(around, words.people))
    return isCounted || names(around, field)
  })
  const withUnit = named.filter(({ hasUnit }) => hasUnit)
  if (named.length > 0) return only(withUnit.length > 0 ? withUnit : named, heard)
  const figures = all.filter(({ start, end }) => /\p{Nd}/u.test(heard.text.slice(start, end)))
  // `भेज दो` is `send it`, and not two.
  if (isAsked) return only(known === undefined ? all : figures, heard)
  return isOnly ? only(figures, heard) : undefined
}

/** The one that was said, if it was one and can be read. */
function only(all: readonly SaidQuantity[], { text }: Heard): Found | undefined {
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
export function findAmount(heard: Heard, looking: Looking): Found | undefined {
  const all = numbersIn(heard, looking)
  const money = all.find(({ isMoney }) => isMoney)
  if (money !== undefined) return only([money], heard)
  return looking.isAsked || names(heard.tokens, looking.field) ? only(all, heard) : undefined
}

/** Stars, `4/5`, `4 out of 5`; a bare number only when it was asked for. */
export function findRating(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked, place } = looking
  for (const { 0: said, index } of withLatinDigits(heard.text).matchAll(ratingForms)) {
    const span = { start: index, end: index + said.trimEnd().length }
    const value = heard.text.slice(span.start, span.end)
    if (!isTaken(heard, span) && 'value' in rating(value, field, place)) return { ...span, value }
  }
  const isMeant = isAsked || names(heard.tokens, field)
  return isMeant ? only(numbersIn(heard, looking), heard) : undefined
}

/** All numbers but those of other units; what somebody corrects at once is left out. */
function numbersIn(heard: Heard, { field, isAsked, place, words }: Looking): SaidQuantity[] {
  const { tokens } = heard
  const places = new Map(tokens.map((token, at) => [token.start, at]))
  const { filler, thanks, request, correction } = words
  const isSmall = (start: number) => {
    const at = places.get(start) ?? -1
    const token = tokens[at]
    // A letter alone could be a unit.
    if (token === undefined || names([token], field)) return token !== undefined
    const isCourtesy = isAt(tokens, at, filler, thanks, request, correction)
    return token.raw.length > 1 && (isCourtesy || isStopword(token.word))
  }
  const all = saidQuantities(
    quantityText(heard.text, field, place),
    (span) => !isTaken(heard, span),
    isSmall,
  ).filter((one) => {
    const at = places.get(one.start) ?? -1
    const isDenied = isAt(tokens, at - 1, words.not)
    return (
      (!one.isOther || one.isMoney) &&
      !isDenied &&
      !isPart(heard, one) &&
      !isBound(heard, at, field)
    )
  })
  const free = all.filter(({ start }) => !isNamed(heard, places.get(start) ?? -1, field))
  // Of what was asked people say the name and how many: `Pizza Margherita 2`.
  return afterCorrection(isAsked && free.length === 0 ? all : free, tokens, words)
}

/** Whether a number counts one of several things that were chosen: `one of these and one of those`. */
const isPart = ({ tokens, taken }: Heard, { end }: SaidQuantity): boolean => {
  const next = tokens.find(({ start }) => start >= end)
  const chosen = taken.find((span) => next !== undefined && overlap(span, next))
  return chosen !== undefined && tokens.some((one) => overlap(chosen, one) && isAnd(one.word))
}

/** Whether a number is part of an address or a model, or counts a place: `Flat 12`, `GTS300`, `3rd`. */
function isBound({ tokens }: Heard, at: number, field: JobField): boolean {
  const [before, number, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (number?.kind !== 'digits') return false
  if (behind?.isGlued === true && isOrdinal(behind.word)) return true
  if (before?.kind !== 'word' || names([before], field)) return false
  return number.isGlued || isStreet(before)
}

/** Whether a number stands behind a name, of which it may be a part: `iPhone 13`. */
function isNamed({ tokens, clauses }: Heard, at: number, field: JobField): boolean {
  const [before, number] = [tokens[at - 1], tokens[at]]
  if (number?.kind !== 'digits' || before?.kind !== 'word' || names([before], field)) return false
  // A capital within a sentence or a word names something.
  const isFirst = clauses.some(({ start }) => start === before.start)
  return !isStopword(before.word) && /\p{Lu}/u.test(isFirst ? before.raw.slice(1) : before.raw)
}
