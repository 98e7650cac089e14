import type { JobField } from '@errand/contract/job-field'

import type { AnswerLocale } from '../reading.ts'
import { allCurrencyMarks, decimalsOf, currencyMarksOf, type CurrencyMarks } from './money-words.ts'
import { tokensOf, type Token, type Tokens } from './number-tokens.ts'
import { wordLanguages } from './number-words.ts'
import { parseNumber, partAt, type NumberContext, type ParsedNumber } from './parse-number.ts'
import { isApproximation, isFiller } from './quantity-words.ts'
import { separatorsOf } from './read-figure.ts'
import { isUnitForField, unitOf } from './units.ts'

/** A number of a text with its sign, its currency and its unit. */
export interface Quantity {
  /** The token it begins at, and the one behind it. */
  from: number
  to: number
  value: number
  /** All that the digits could be, where nobody can know. */
  couldBe?: number[]
  /** It is nothing but digits or one word, as nobody reads otherwise. */
  isPlain: boolean
  /** It begins with a word like `lakh`, so that what stands before it may say how many. */
  isBare: boolean
  /** A currency stands beside it. */
  isMoney: boolean
  /** It has a unit, which the field may not ask for. */
  hasUnit: boolean
  isOther: boolean
  /** Its unit is one that people write behind a larger one: grams, minutes. */
  isPart: boolean
}

/** A text whose quantities are read for a field. */
export interface QuantityText extends Tokens {
  field: JobField
  context: NumberContext
  /** All that may stand for the field's currency, or where no currency is asked for, for any. */
  marks: CurrencyMarks
}

/** A text as one field reads it, where a business is. */
export function quantityText(written: string, field: JobField, place: AnswerLocale): QuantityText {
  const languages = wordLanguages(place.languages)
  const { type, validation } = field
  const context: NumberContext = {
    languages,
    separators: place.locales.map(separatorsOf),
    letters: type === 'currency' ? lettersOf(validation?.currency ?? 'INR', languages) : {},
    hints: {
      isWhole: type === 'integer' || type === 'rating',
      decimals: type === 'currency' ? decimalsOf(validation?.currency ?? 'INR') : undefined,
    },
  }
  const currency = validation?.currency ?? 'INR'
  const marks = type === 'currency' ? currencyMarksOf(currency, place.locales) : allCurrencyMarks
  return { ...tokensOf(written, languages), field, context, marks }
}

/** `$1.2M`, `₹5L`: letters that mean something only behind money, and not the same everywhere. */
function lettersOf(currency: string, [language = '']: readonly string[]): Record<string, number> {
  if (language !== 'en' && language !== 'hi') return {}
  const lakh = /^(?:INR|PKR|NPR|LKR|BDT)$/.test(currency) ? { l: 100_000 } : {}
  return { m: 1_000_000, b: 1_000_000_000, ...lakh }
}

/** The quantity that begins at a token; none in the middle of a word or of another number. */
function quantityAt(text: QuantityText, from: number): Quantity | undefined {
  const { list, context } = text
  let at = from
  let sign = signAt(list, at)
  if (sign !== 0) at += 1
  const own = markAt(text, at)
  const before = own > 0 ? own : markAt(text, at, allCurrencyMarks)
  at += before
  if (sign === 0 && before > 0) {
    sign = signAt(list, at)
    if (sign !== 0) at += 1
  }
  if (before === 0 && isInsideWord(list, at)) return undefined
  const number = parseNumber(list, at, context)
  if (number === undefined) return undefined
  const { to, ...tail } = tailOf(text, number)
  const { couldBe } = number
  return {
    from,
    to,
    value: (number.value + tail.added) * (sign === 0 ? 1 : sign),
    ...(couldBe !== undefined && { couldBe }),
    isPlain:
      number.to - at === 1 && !/\D/.test(list[at]?.text.replaceAll(/[\p{L}\p{M}]/gu, '') ?? ''),
    isBare: list[at]?.meanings[0]?.kind === 'scale',
    isMoney: before > 0 || tail.isMoney,
    hasUnit: tail.hasUnit,
    isOther: tail.isOther || (before > own && !tail.isMoney),
    isPart: tail.isPart,
  }
}

/** Who writes more numbers than these answers no question. */
const maxQuantities = 50

/** The quantities of a text with the places where they stand in it. */
export function quantitiesIn(text: QuantityText): (Quantity & { start: number; end: number })[] {
  const { list, plain } = text
  const all = []
  for (let at = 0; at < list.length && all.length < maxQuantities;) {
    const quantity = quantityAt(text, at)
    if (quantity !== undefined) {
      const start = plain.source[list[at]?.start ?? 0] ?? 0
      all.push({ ...quantity, start, end: plain.source[list[quantity.to - 1]?.end ?? 0] ?? start })
    }
    at = quantity?.to ?? at + 1
  }
  return all
}

/** `B12`, `x5`; a currency may stand before a figure. */
const isInsideWord = (list: readonly Token[], at: number): boolean => {
  const [before, token] = [list[at - 1], list[at]]
  const isGlued = token?.isGlued === true && before !== undefined && !/^[ولب]$/.test(before.text)
  return isGlued && /^[\p{L}\p{M}\p{N}#]/u.test(before.text)
}

const minusWords = /^(?:minus|negative|menos|moins|माइनस|ऋण|ناقص|سالب)$/

/** A minus that is glued to what it belongs to and to nothing before it. */
function signAt(list: readonly Token[], at: number): number {
  const [before, token, behind] = [list[at - 1], list[at], list[at + 1]]
  if (minusWords.test(token?.text ?? '') && (behind?.kind === 'figure' || behind?.meanings.length))
    return -1
  if (token === undefined || (token.text !== '-' && token.text !== '+')) return 0
  const isOwn = behind?.isGlued === true && (before?.kind !== 'figure' || !token.isGlued)
  if (!isOwn && at > 0) return 0
  return token.text === '-' ? -1 : 1
}

/** How many tokens a currency takes. */
function markAt({ plain, list, ...text }: QuantityText, at: number, marks = text.marks): number {
  const token = list[at]
  if (token === undefined || token.kind === 'figure') return 0
  // In the name of the dirham there are words that count elsewhere.
  for (const mark of marks.get(token.text[0] ?? '') ?? []) {
    if (token.meanings.length > 0 && mark === token.text) continue
    if (!plain.text.startsWith(mark, token.start)) continue
    const end = token.start + mark.length
    if (/[\p{L}\p{M}]$/u.test(mark) && /^[\p{L}\p{M}]/u.test(plain.text.slice(end))) continue
    let last = at
    while ((list[last]?.end ?? end) < end) last += 1
    if (list[last]?.end === end) return last + 1 - at
  }
  return 0
}

/** What belongs to a number and stands behind it: its currency, its unit, and half of one more. */
function tailOf(text: QuantityText, { to: from, isScaled }: ParsedNumber) {
  const { list, field } = text
  const tail = { to: from, isMoney: false, hasUnit: false, isOther: false, isPart: false, added: 0 }
  // `1,5 Mio. €`
  const isShort = list[from]?.text === '.' && list[from].isGlued
  if (isShort && list[from - 1]?.kind === 'word' && markAt(text, from + 1) > 0) tail.to += 1
  const end = endOfPrice(list, tail.to)
  tail.to += end
  const own = markAt(text, tail.to)
  const mark = own > 0 ? own : markAt(text, tail.to, allCurrencyMarks)
  const { kind, text: word = '' } = list[tail.to] ?? {}
  // Behind money a letter is no unit.
  const isLetter = field.type === 'currency' && /^[a-z]$/.test(word)
  const unit = kind === 'figure' || isLetter ? undefined : unitOf(word)
  if (mark > 0 && (unit === undefined || field.type === 'currency')) {
    tail.isMoney = true
    tail.isOther = own === 0
    tail.to += mark
    tail.to += endOfPrice(list, tail.to)
  } else if (unit !== undefined || fitsField(list[tail.to], field)) {
    tail.hasUnit = true
    tail.isOther = unit !== undefined && !isUnitForField(word, field)
    tail.isPart = unit?.kind === 'measure' || unit?.kind === 'duration'
    tail.to += 1
    // Behind a dozen eggs it could be half a dozen.
    const part = isScaled ? undefined : partAt(list, tail.to)
    if (part !== undefined) {
      tail.added = part.value
      tail.to = part.to
    }
  }
  if (end > 0) tail.isMoney = true
  return tail
}

/** `/-`, `,-` and `.-` as prices end. */
function endOfPrice(list: readonly Token[], at: number): number {
  const [first, second] = list.slice(at, at + 2)
  const isEnd = second?.text === '-' && second.isGlued && /^[/.,]$/.test(first?.text ?? '')
  return isEnd && list[at + 2]?.kind !== 'figure' ? 2 : 0
}

/** A word by which the owner has named what is counted. */
const fitsField = (token: Token | undefined, field: JobField): boolean =>
  token?.kind === 'word' &&
  token.text.length > 2 &&
  !isFiller(token.text) &&
  isUnitForField(token.text, field)

/** The one quantity that a text is, whatever it is said with; nothing where there is more to it. */
export function readOnlyQuantity(text: QuantityText): Quantity | undefined {
  const { list } = text
  let from = 0
  while (isApproximation(list[from]?.text) || isSaidBefore(text, from)) from += 1
  const quantity = quantityAt(text, from)
  if (quantity === undefined || quantity.isOther) return undefined
  const isRest = list
    .slice(quantity.to)
    .every(({ kind, text: said }) => kind === 'break' || isFiller(said) || /^[.!…,]$/.test(said))
  return isRest ? quantity : undefined
}

/** A filler that is no number word itself. */
const isSaidBefore = ({ list }: QuantityText, at: number): boolean =>
  isFiller(list[at]?.text) && list[at]?.meanings.length === 0
