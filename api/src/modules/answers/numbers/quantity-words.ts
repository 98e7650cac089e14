import { foldWord } from './plain-text.ts'
import words from './quantity-words.json' with { type: 'json' }

/** Which numbers a limit is about: those below it, with it or without it, or those above it. */
export type Limit = 'under' | 'upTo' | 'from' | 'over'

/** What says a limit, before its number or behind it; what is longer means what it says as a whole. */
export const limitPhrases: Record<Limit, string> = words.limits

function isOneOf(list: string): (text: string | undefined) => boolean {
  const all = new Set(list.split(' ').map(foldWord))
  return (text) => text !== undefined && all.has(foldWord(text))
}

/** Said before a number that need not be exact; the number is taken. */
export const isApproximation = isOneOf(words.approximations)
/** Said before or behind a number and no part of it, where nothing but the number is said. */
export const isFiller = isOneOf(words.fillers)
/** What may follow a number in a sentence and says nothing more of it. */
export const isFollower = isOneOf(words.followers)
/** Between two numbers that are a range or a choice of two. */
export const isRangeJoiner = isOneOf(words.rangeJoiners)
/** Said before the first of two limits. */
export const isRangeStart = isOneOf(words.rangeStarts)
/** Said before a limit, which is not how many there are. */
export const isLimitWord = isOneOf(words.limitWords)
export const isOnly = isOneOf(words.only)
/** Said between a number and what is added to it. */
export const isAnd = isOneOf(words.and)
/** Said between an amount and its smaller coins. */
export const isJoiner = isOneOf(`${words.and} ${words.joiners}`)
/** A hundredth of a currency. */
export const isCoin = isOneOf(words.coins)
