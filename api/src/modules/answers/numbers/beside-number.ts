import {
  isAnd,
  isApproximation,
  isRangeJoiner,
  isLimitWord,
  isCoin,
  isFiller,
  isFollower,
  isJoiner,
  isRangeStart,
} from './quantity-words.ts'
import { quantitiesIn, type Quantity, type QuantityText } from './read-quantity.ts'

/** A quantity in a message, and whether it can be trusted. */
export interface MentionedQuantity extends Quantity {
  start: number
  end: number
  /** The value, or all possible ones, as text: equal meanings count once. */
  meaning: string
  /** `un`, `ein`: one, or nothing but an article. */
  isArticle: boolean
  /** It is one end of a range, or a part of a longer quantity. */
  isOpen: boolean
  /** The words beside it could make it another number. */
  isDoubtful: boolean
}

/** The remaining quantities of a message, marked doubtful by the words beside them. */
export function mentionedQuantities(
  text: QuantityText,
  isLeft: (span: { start: number; end: number }) => boolean,
  /** Whether the word at a place of the message says nothing more of a number. */
  isSmall: (start: number) => boolean,
): MentionedQuantity[] {
  const { list, plain } = text
  const range = list.findIndex((token) => isRangeStart(token.text))
  const all = quantitiesIn(text).filter(isLeft)
  const firsts = new Set(all.map(({ from }) => from))
  const isKnown = (at: number) => {
    const start = plain.source[list[at]?.start ?? 0] ?? 0
    return firsts.has(at) || isSmall(start) || !isLeft({ start, end: start + 1 })
  }
  return all.map((one, index) => {
    const { from, to, value, couldBe } = one
    const [last, next] = [all[index - 1], all[index + 1]]
    const isOpen =
      (range !== -1 && range < from) ||
      (last !== undefined && areOneQuantity(text, last, one)) ||
      (next !== undefined && areOneQuantity(text, one, next))
    const [first, ...more] = list.slice(from, to)
    return {
      ...one,
      meaning: couldBe?.join(' ') ?? String(value),
      isArticle:
        more.length === 0 && first?.meanings.some(({ kind }) => kind === 'article') === true,
      isOpen,
      isDoubtful: isOpen || isUnclear(text, one, isKnown),
    }
  })
}

/** Whether two numbers say one thing, or one of two: `6-7`, `2 kg 500`, `5 € und 20 Cent`. */
function areOneQuantity({ list }: QuantityText, one: Quantity, next: Quantity): boolean {
  const between = list.slice(one.to, next.from).map(({ text }) => text)
  if (between.length === 1 && isRangeJoiner(between[0])) return true
  const isApart = between.some((said) => /^[,;.]$/.test(said))
  const isClose = between.every((said) => isJoiner(said) || isApproximation(said) || isApart)
  if (!isClose || between.length > 2) return false
  if (one.isMoney || next.isMoney)
    return isApart
      ? (one.isMoney && next.isMoney) || isCoin(list[next.to]?.text)
      : !one.isOther && (!next.isOther || next.isMoney)
  if (!next.hasUnit && isHalf(next) && isAnd(between[0])) return true
  return one.hasUnit && !isApart && (next.isOther ? next.isPart : one.isPart && !next.hasUnit)
}

const isHalf = ({ value }: Pick<Quantity, 'value'>): boolean => value > 0 && value < 1

/** Words that say nothing more of the number beside them. */
const isHarmless = (said: string): boolean =>
  [isFollower, isFiller, isApproximation, isLimitWord, isAnd].some((is) => is(said))

/**
 * Whether a number could be another one by what stands beside it: a limit, an unknown word that could
 * be a scale or a unit, or the sign of a sum, a time or a share.
 */
function isUnclear(
  { list, field }: QuantityText,
  { from, to, isBare, ...quantity }: Quantity,
  isKnown: (at: number) => boolean,
): boolean {
  const [before, behind, next] = [list[from - 1], list[to], list[to + 1]]
  const isUnknown = (at: number) =>
    list[at]?.kind === 'word' && !isHarmless(list[at].text) && !isKnown(at)
  if (isLimitWord(before?.text) && field.type !== 'currency') return true
  if (isBare && isUnknown(from - 1)) return true
  // `kilo y medio`
  if (isAnd(before?.text) && isHalf(quantity) && !quantity.hasUnit) return true
  const isGlued = list[from]?.isGlued === true && before?.kind === 'sign'
  const isPart = before?.isGlued === true && list[from - 2]?.kind === 'figure'
  if (isGlued && (/^[%\p{Sc}]$/u.test(before.text) || isPart)) return true
  if (behind?.kind === 'word' && isKnown(to)) return false
  if (behind?.kind === 'word')
    return behind.isGlued || (!quantity.hasUnit && isUnknown(isAnd(behind.text) ? to + 1 : to))
  if (behind?.kind !== 'sign') return false
  if (/^[+*×^=%@/°<>]$/.test(behind.text)) return behind.text !== '+' || !isKnown(to + 1)
  // `10:30`, `5-seater`
  return /^[-:.,']$/.test(behind.text) && behind.isGlued && next?.isGlued === true
}
