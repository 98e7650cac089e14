import type { MentionedQuantity } from '../../answers/numbers/beside-number.ts'
import { isJoiner } from '../../answers/numbers/quantity-words.ts'
import { isTaken, type Found, type ScannedMessage } from './scanned-message.ts'
import { phraseAt } from './text.ts'
import type { Words } from './words.ts'

/** Some of those who come, from one token to another. */
interface Part {
  from: number
  to: number
  value: number
  /** A range, so that nobody knows how many. */
  isOpen: boolean
  /** How it is known to be people: `4 kids`, `my wife and I`; a number alone could be of anything. */
  kind: 'counted' | 'phrase' | 'number'
}

/** Those who come, all together: `4 + 2 kids`, `my wife and I and a baby`, or nobody else. */
export function countPeople(
  scanned: ScannedMessage,
  words: Words,
  numbers: readonly MentionedQuantity[],
): (Found & Pick<Part, 'isOpen'>) | undefined {
  const { tokens } = scanned
  const all = partsIn(scanned, words, numbers)
  const isJoined = (one: Part, next: Part) => {
    const joiner = tokens[one.to]?.word
    return next.from === one.to + 1 && (isJoiner(joiner) || joiner === '+' || joiner === 'n')
  }
  const isAdded = (part: Part) =>
    all.some(
      (one) =>
        (one.kind === 'counted' || part.kind === 'phrase') &&
        (isJoined(one, part) || isJoined(part, one)),
    )
  const sure = all.filter((part) => part.kind === 'counted' || isAdded(part))
  const parts = sure.length > 0 ? sure : all.filter(({ kind }) => kind === 'phrase').slice(0, 1)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const sum = parts.reduce((people, { value }) => people + value, 0)
  // `3 adults and my baby, so 4`, `5 of us: 3 adults and 2 kids`
  const total =
    all.findLast(({ from, value }) => value > sum && isBehind(scanned, from, words.total)) ??
    parts.find(({ value }) => parts.length > 2 && value * 2 === sum)
  return {
    start: tokens[first.from]?.start ?? 0,
    end: tokens[Math.max(last.to, total?.to ?? 0) - 1]?.end ?? 0,
    value: String(total?.value ?? sum),
    isOpen: parts.some(({ isOpen }) => isOpen),
  }
}

/** Every number of a message, and every phrase that is one or two people without a number. */
function partsIn(
  scanned: ScannedMessage,
  words: Words,
  numbers: readonly MentionedQuantity[],
): Part[] {
  const { tokens } = scanned
  const parts: Part[] = []
  for (let from = 0; from < tokens.length; from = Math.max(from + 1, parts.at(-1)?.to ?? 0)) {
    const token = tokens[from]
    if (token === undefined || isTaken(scanned, token)) continue
    // `لخمسة` is one word.
    const number = numbers.find(({ start }) => start >= token.start && start < token.end)
    const value = number?.value ?? words.numberOf(token.word)
    const end = number?.end ?? token.end
    const length = tokens.slice(from).findIndex(({ start }) => start >= end)
    const behind = length === -1 ? tokens.length : from + length
    const to = phraseAt(tokens, behind, words.people)?.to ?? behind
    const isLed = number?.hasUnit === true || isBehind(scanned, from, words.forPeople)
    const kind = isLed || to > behind ? 'counted' : 'number'
    const couple = phraseAt(tokens, from, words.couple)
    const phrase = couple ?? phraseAt(tokens, from, words.alone)
    if (phrase !== undefined && (value === undefined || kind === 'number' || phrase.to > to))
      parts.push({ ...phrase, value: couple === undefined ? 1 : 2, isOpen: false, kind: 'phrase' })
    else if (value !== undefined)
      parts.push({ from, to, value, isOpen: number?.isOpen === true, kind })
  }
  return parts
}

/** Whether a phrase of one or two words ends right before a token. */
const isBehind = ({ tokens }: ScannedMessage, at: number, set: Words['total']): boolean =>
  [at - 1, at - 2].some((from) => phraseAt(tokens, from, set)?.to === at)
