import {
  isBehindMark,
  quantitiesIn,
  quantityAt,
  quantityText,
  type Quantity,
  type QuantityText,
} from '../../form-data/numbers/read-quantity.ts'
import { isOfPeople } from '../../form-data/numbers/units.ts'
import {
  isAnd,
  isApproximation,
  isBetweenTwo,
  isBound,
  isCoin,
  isFiller,
  isFollower,
  isJoiner,
  isRangeStart,
} from '../../form-data/numbers/quantity-words.ts'
import { findMeasure, findPeople } from './count-people.ts'
import { isTaken, names, type Found, type Heard, type Looking, type Span } from './heard.ts'
import { isStopword, plain, says, tokensOf, withLatinDigits } from './text.ts'

/** A number that stands beside the name of what it counts. */
const near = 24

/** A quantity of a message, and whether there is more to it than can be read. */
interface Candidate extends Span, Pick<Quantity, 'isMoney' | 'hasUnit'> {
  value: string
  /** What it is or could be: the same said twice is one. */
  meaning: string
  isDoubtful: boolean
}

/** A number: the only one, or the one beside the name of the field; none where half of it could be lost. */
export function findNumber(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked, words } = looking
  const isPeople = isOfPeople(field)
  const counted = findMeasure(heard, field) ?? (isPeople ? findPeople(heard, words) : undefined)
  if (counted !== undefined) return counted
  // Who says the old number beside a new one corrects it.
  const every = candidatesIn(heard, looking).filter(({ isMoney }) => !isMoney || !isPeople)
  const other = every.filter(({ meaning }) => meaning !== String(looking.known))
  const all = other.length > 0 ? other : every
  const named = all.filter(({ start, end, hasUnit }) => {
    const around = heard.tokens.filter(
      (token) => token.end > start - near && token.start < end + near,
    )
    return names(around, field) || (isPeople && (hasUnit || says(around, words.people)))
  })
  const withUnit = named.filter(({ hasUnit }) => hasUnit)
  if (named.length > 0) return only(withUnit.length > 0 ? withUnit : named)
  if (isAsked) return only(all)
  return looking.isOnly ? only(all.filter(({ value }) => /\p{Nd}/u.test(value))) : undefined
}

/** The one that was said, if it was one and can be read. */
function only([first, ...others]: readonly Candidate[]): Found | undefined {
  if (first === undefined || first.isDoubtful) return undefined
  if (others.some(({ meaning }) => meaning !== first.meaning)) return undefined
  return { start: first.start, end: first.end, value: first.value }
}

/** An amount: one with a mark of money, or when it was asked for, the only number. */
export function findAmount(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked } = looking
  const all = candidatesIn(heard, looking)
  const money = all.find(({ isMoney }) => isMoney)
  if (money !== undefined) return only([money])
  return isAsked || names(heard.tokens, field) ? only(all) : undefined
}

const ratings =
  /(?:[⭐★🌟]\uFE0F?\s*)+[☆✩\s]*½?|(?<![\p{L}\p{N}.,:/-])[\p{N}.,٫]*\p{N}\s*(?:\/|(?:out of|of|von|sur|de|من)(?!\p{L}))\s*\p{Nd}+|(?<!\p{N})\p{Nd}{1,4}\s{0,3}(?:में से|mein se|me se)\s{0,3}\p{N}{1,4}(?!\p{N})/giu

/** Stars, `4/5`, `4 out of 5`; a bare number only when it was asked for. */
export function findRating(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked } = looking
  const clear = Array.from(withLatinDigits(heard.text).matchAll(ratings), (match) => {
    const end = match.index + match[0].trimEnd().length
    return { start: match.index, end, value: heard.text.slice(match.index, end) }
  }).find((rating) => !isTaken(heard, rating))
  if (clear !== undefined) return clear
  return isAsked || names(heard.tokens, field) ? only(candidatesIn(heard, looking)) : undefined
}

/** All quantities that a field could be answered with, but those of other units. */
function candidatesIn(heard: Heard, { field, place }: Looking): Candidate[] {
  const text = quantityText(heard.text, field, place)
  const range = text.list.findIndex((token) => isRangeStart(token.text))
  return quantitiesIn(text)
    .filter((quantity) => !quantity.isOther && !isTaken(heard, quantity))
    .map((quantity) => {
      const { start, end, value, couldBe, isMoney, hasUnit } = quantity
      return {
        start,
        end,
        value: heard.text.slice(start, end),
        meaning: couldBe?.join(' ') ?? String(value),
        isMoney,
        hasUnit,
        isDoubtful: (range !== -1 && range < quantity.from) || isDoubtful(text, quantity, heard),
      }
    })
}

/** A range, a limit, a sum, or a word that could change the number: then it is asked again. */
function isDoubtful(text: QuantityText, quantity: Quantity, heard: Heard): boolean {
  const { list } = text
  const { from, to } = quantity
  const before = list[from - 1]
  const behind = list[to]
  if (isBetweenTwo(behind?.text) && isNumberAt(text, to + 1)) return true
  if (isBetweenTwo(before?.text) && endingAt(text, from - 1) !== undefined) return true
  if (isBound(before?.text) && text.field.type !== 'currency') return true
  const isJoined = list[from]?.isGlued === true && /^[/:.,@*×^=]$/.test(before?.text ?? '')
  if (isJoined && before?.isGlued === true) return true
  if (
    quantity.isBare &&
    before?.kind === 'word' &&
    !isHarmless(before.text) &&
    !isSmallWord(before.text) &&
    !names(tokensOf(before.text), text.field)
  )
    return true
  if ((quantity.isMoney || quantity.hasUnit) && isInParts(text, quantity, heard)) return true
  if (isHalfOfMore(text, quantity) || isOfOtherKind(text, quantity, heard)) return true
  if (behind === undefined || behind.kind === 'break' || behind.kind === 'figure') return false
  if (isAnd(behind.text) && isUnknown(text, to + 1, heard)) return true
  // `500 A$`
  if (behind.kind === 'word' && isCurrencySign(list[to + 1]?.text)) return true
  if (behind.kind === 'sign') return isOperator(list, to)
  if (isTakenAt(text, to, heard)) return false
  return behind.isGlued || isUnknown(text, to, heard)
}

/** A word of no content; a letter alone could be a unit. */
const isSmallWord = (said: string): boolean => said.length > 1 && isStopword(plain(said))

const isHarmless = (said: string): boolean =>
  [isFollower, isFiller, isApproximation, isBound, isAnd].some((is) => is(said))

/** A word that could change the number before it. */
function isUnknown(text: QuantityText, at: number, heard: Heard): boolean {
  const token = text.list[at]
  if (token?.kind !== 'word' || isHarmless(token.text) || isSmallWord(token.text)) return false
  return !isNumberAt(text, at) && !isTakenAt(text, at, heard)
}

const isTakenAt = (
  { list, plain: { source } }: QuantityText,
  at: number,
  heard: Heard,
): boolean => {
  const start = source[list[at]?.start ?? 0] ?? 0
  return isTaken(heard, { start, end: start + 1 })
}

/** `2 kg 500 g`, `5 euros 20`: a smaller unit or a second amount follows. */
function isInParts(text: QuantityText, quantity: Quantity, heard: Heard): boolean {
  const { list } = text
  const { isMoney, isPart, to } = quantity
  const isApart = isMoney && /^[,;.]$/.test(list[to]?.text ?? '')
  let at = isApart ? to + 1 : to
  while (isJoiner(list[at]?.text) || isApproximation(list[at]?.text)) at += 1
  if (isTakenAt(text, at, heard)) return false
  const next = quantityAt(text, at)
  // `و٥٠` is one word.
  if (next === undefined) return isMoney && list[at]?.kind === 'figure'
  if (!isMoney) return next.isOther ? next.isPart : isPart && !next.hasUnit
  if (isApart && at === to + 1) return next.isMoney || isCoin(list[next.to]?.text)
  return !next.isOther
}

/** `kilo y medio`, `a dozen eggs and a half`, `500 and ₹600`: the one or the other half alone. */
function isHalfOfMore(text: QuantityText, quantity: Quantity): boolean {
  const { list } = text
  const { from, to, isMoney } = quantity
  if (isAnd(list[from - 1]?.text) && isPartAlone(text, quantity)) return true
  const next = isAnd(list[to]?.text) ? quantityAt(text, to + 1) : undefined
  if (next !== undefined && isPartAlone(text, next)) return true
  const before = isMoney && isJoiner(list[from - 1]?.text) ? endingAt(text, from - 1) : undefined
  return before !== undefined && !before.isOther
}

/** `half`, `a half`, and nothing that it is half of. */
const isPartAlone = ({ list }: QuantityText, { from, hasUnit }: Quantity): boolean => {
  const [first, second] = list.slice(from, from + 2).map(({ meanings }) => meanings)
  const isArticle = first?.some(({ kind }) => kind === 'article') === true
  return !hasUnit && (isArticle ? second : first)?.some(({ kind }) => kind === 'part') === true
}

/** `$500`, `A$500`, `USD 500`, `٪٥٠` where none of them is asked for. */
function isOfOtherKind(text: QuantityText, quantity: Quantity, heard: Heard): boolean {
  const { list, field } = text
  const { source } = text.plain
  const { from, isMoney } = quantity
  const [before, first] = [list[from - 1], list[from]]
  if (before === undefined) return false
  if (isCurrencySign(before.text)) return true
  if (before.text === '%' && list[from - 2]?.kind !== 'figure') return true
  if (isCurrencySign(first?.text) && first?.isGlued === true && /^\p{L}{1,3}$/u.test(before.text))
    return true
  if (isMoney || field.type !== 'currency' || before.kind !== 'word') return false
  const written = heard.text.slice(source[before.start], source[before.end])
  return isBehindMark(text, from) || currencyCodes.has(written.trim())
}

const currencyCodes = new Set(Intl.supportedValuesOf('currency'))
const isCurrencySign = (said = ''): boolean => /^\p{Sc}$/u.test(said)

const isNumberAt = (text: QuantityText, at: number): boolean => quantityAt(text, at) !== undefined

/** The number whose last token is the one before. */
const endingAt = (text: QuantityText, at: number): Quantity | undefined => {
  for (let from = Math.max(0, at - 4); from < at; from += 1) {
    const quantity = quantityAt(text, from)
    if (quantity?.to === at) return quantity
  }
  return undefined
}

function isOperator(list: QuantityText['list'], at: number): boolean {
  const [sign, behind] = list.slice(at, at + 2)
  if (sign === undefined) return false
  if (/^[+*×^=%@/°<>]$/.test(sign.text) || isCurrencySign(sign.text)) return true
  // `10:30`, `5-seater`
  return /^[-:.,']$/.test(sign.text) && sign.isGlued && behind?.isGlued === true
}
