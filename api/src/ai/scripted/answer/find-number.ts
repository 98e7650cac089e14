import {
  isBehindMark,
  quantitiesIn,
  quantityAt,
  quantityText,
  type Quantity,
  type QuantityText,
} from '../../../form-data/numbers/read-quantity.ts'
import { isOfPeople } from '../../../form-data/numbers/units.ts'
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
} from '../../../form-data/numbers/quantity-words.ts'
import { isTaken, names, type Found, type Heard, type Looking, type Span } from './heard.ts'
import { withLatinDigits } from './translate.ts'

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
  const { field, isAsked } = looking
  const party = isOfPeople(field) ? partyIn(heard) : undefined
  if (party !== undefined) return party
  const all = candidatesIn(heard, looking).filter(({ isMoney }) => !isMoney || !isOfPeople(field))
  const named = all.filter(({ start, end, hasUnit }) => {
    const around = heard.text.slice(Math.max(0, start - near), end + near)
    return names(around, field) || (isOfPeople(field) && (hasUnit || counts(around)))
  })
  const counted = named.filter(({ hasUnit }) => hasUnit)
  if (counted.length > 0) return toFound(only(counted))
  return toFound(named.length > 0 ? only(named) : isAsked ? only(all) : undefined)
}

/** The one that was said, if it was one. */
const only = (all: Candidate[]): Candidate | undefined =>
  new Set(all.map(({ meaning }) => meaning)).size === 1 ? all[0] : undefined

const toFound = (candidate: Candidate | undefined): Found | undefined =>
  candidate === undefined || candidate.isDoubtful
    ? undefined
    : { start: candidate.start, end: candidate.end, value: candidate.value }

/** What people say for how many come. */
const counts = (around: string): boolean =>
  /\bwe(?:'re| are| will be)\b|people|persons?|guests?|pax|adults|of us|log(?:o|on)?\b|seats?|personas|लोग|व्यक्ति|أشخاص|اشخاص|شخصين|شخص/i.test(
    around,
  )

const groups =
  /(?<!\d)(\d+)\s+(?:adults?|grown-?ups|men|women|ladies|gents|boys|girls)\s*(?:(?:,|and|&|\+|aur|y)\s*)?(\d+)\s+(?:kids?|child(?:ren)?|women|ladies|girls|boys|men|babies|infants?|bachch?e)/i
const alone = /\b(?:(?:just|only) (?:me|myself|1)|alone|myself|sirf main|akel[ae])\b/i

/** Those who come, said in parts or as nobody else. */
function partyIn({ english }: Heard): Found | undefined {
  const parts = groups.exec(english.text)
  const match = parts ?? alone.exec(english.text)
  if (match === null) return undefined
  const span = english.toSource(match.index, match.index + match[0].length)
  return { ...span, value: parts === null ? '1' : String(Number(parts[1]) + Number(parts[2])) }
}

/** An amount: one with a mark of money, or when it was asked for, the only number. */
export function findAmount(heard: Heard, looking: Looking): Found | undefined {
  const { field, isAsked } = looking
  const all = candidatesIn(heard, looking)
  const found =
    all.find(({ isMoney }) => isMoney) ??
    (isAsked || names(heard.text, field) ? only(all) : undefined)
  return toFound(found)
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
  return isAsked || names(heard.text, field)
    ? toFound(only(candidatesIn(heard, looking)))
    : undefined
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
  if (quantity.isBare && before?.kind === 'word' && !isHarmless(before.text)) return true
  if ((quantity.isMoney || quantity.hasUnit) && isInParts(text, quantity, heard)) return true
  if (isHalfOfMore(text, quantity) || isOfOtherKind(text, quantity, heard)) return true
  if (behind === undefined || behind.kind === 'break') return false
  if (behind.kind === 'figure') return false
  if (isAnd(behind.text) && isUnknown(text, to + 1, heard)) return true
  if (behind.kind === 'sign') return isOperator(list, to)
  if (isTakenAt(text, to, heard)) return false
  return behind.isGlued || isUnknown(text, to, heard)
}

const isHarmless = (said: string): boolean =>
  [isFollower, isFiller, isApproximation, isBound, isAnd].some((is) => is(said))

/** A word that could change the number before it. */
function isUnknown(text: QuantityText, at: number, heard: Heard): boolean {
  const token = text.list[at]
  if (token?.kind !== 'word' || isHarmless(token.text)) return false
  return !isNumberAt(text, at) && !isTakenAt(text, at, heard)
}

const isTakenAt = ({ list, plain }: QuantityText, at: number, heard: Heard): boolean => {
  const start = plain.source[list[at]?.start ?? 0] ?? 0
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
  const { list, plain, field } = text
  const { from, isMoney } = quantity
  const [before, first] = [list[from - 1], list[from]]
  if (before === undefined) return false
  if (isCurrencySign(before.text)) return true
  if (before.text === '%' && list[from - 2]?.kind !== 'figure') return true
  if (isCurrencySign(first?.text) && first?.isGlued === true && /^\p{L}{1,3}$/u.test(before.text))
    return true
  if (isMoney || field.type !== 'currency' || before.kind !== 'word') return false
  const written = heard.text.slice(plain.source[before.start], plain.source[before.end])
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
