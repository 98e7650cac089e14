import {
  quantitiesIn,
  quantityAt,
  quantityText,
  type Quantity,
  type QuantityText,
} from '../../../form-data/numbers/read-quantity.ts'
import { isOfPeople } from '../../../form-data/numbers/units.ts'
import {
  isApproximation,
  isBetweenTwo,
  isBound,
  isFiller,
  isFollower,
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
  if (isBetweenTwo(before?.text) && isNumberEnd(text, from - 1)) return true
  if (isBound(before?.text) && text.field.type !== 'currency') return true
  const isJoined = list[from]?.isGlued === true && /^[/:.,@*×^=]$/.test(before?.text ?? '')
  if (isJoined && before?.isGlued === true) return true
  const isHarmless = (said = '') =>
    [isFollower, isFiller, isApproximation, isBound].some((is) => is(said))
  if (quantity.isBare && before?.kind === 'word' && !isHarmless(before.text)) return true
  if (quantity.hasUnit && isInParts(text, quantity)) return true
  if (behind === undefined || behind.kind === 'break') return false
  if (behind.kind === 'figure') return false
  if (behind.kind === 'sign') return isOperator(list, to)
  const source = text.plain.source[behind.start] ?? 0
  if (isTaken(heard, { start: source, end: source + 1 })) return false
  if (behind.isGlued) return true
  return !isHarmless(behind.text) && !isNumberAt(text, to)
}

/** `2 kg 500 g`: a smaller unit follows. */
function isInParts(text: QuantityText, { to }: Quantity): boolean {
  const isAnd = text.list[to]?.meanings.some(({ kind }) => kind === 'and') === true
  const next = quantityAt(text, isAnd ? to + 1 : to)
  return next?.isOther === true && next.isPart
}

const isNumberAt = (text: QuantityText, at: number): boolean => quantityAt(text, at) !== undefined

/** Whether the token before is the last one of a number. */
const isNumberEnd = (text: QuantityText, at: number): boolean => {
  for (let from = Math.max(0, at - 4); from < at; from += 1) {
    if (quantityAt(text, from)?.to === at) return true
  }
  return false
}

function isOperator(list: QuantityText['list'], at: number): boolean {
  const [sign, behind] = list.slice(at, at + 2)
  if (sign === undefined) return false
  if (/^[+*×^=%@/°<>]$/.test(sign.text) || /^\p{Sc}$/u.test(sign.text)) return true
  // `10:30`, `5-seater`
  return /^[-:.,']$/.test(sign.text) && sign.isGlued && behind?.isGlued === true
}
