import type { Token } from './number-tokens.ts'
import { needsNumberBefore, numberMeanings, scaleOfWord, type NumberWord } from './number-words.ts'
import { readFigure, type FigureHints, type Separators } from './read-figure.ts'

/** What decides how a number is read. */
export interface NumberContext {
  /** Of each locale that may be meant. */
  separators: readonly (readonly Separators[])[]
  languages: readonly string[]
  /** What single letters multiply by. */
  letters: Readonly<Record<string, number>>
  hints: FigureHints
}

/** A number of a text: what it is or could be, and the token behind it. */
export interface ParsedNumber {
  value: number
  couldBe?: number[]
  /** It ends with a word like `dozen` or `lakh`, of which a half would be another. */
  isScaled: boolean
  to: number
}

/** What is counted in a large scale: `2½`, `two hundred and five`, `half a dozen`. */
interface Amount {
  value: number
  to: number
  isFigure?: boolean
  /** The dozen or the hundred that it ends with. */
  dozen?: number | undefined
  couldBe?: number[] | undefined
}

/** Reads the number that begins at a token, with all words that belong to it: `2 lakh 50 thousand`. */
export function parseNumber(
  tokens: readonly Token[],
  from: number,
  context: NumberContext,
): ParsedNumber | undefined {
  let [total, last, to] = [0, Number.POSITIVE_INFINITY, from]
  let couldBe: number[] | undefined
  let amount: Amount | undefined
  for (;;) {
    const isFirst = to === from
    const at = !isFirst && isWord(tokens, to, 'and') ? to + 1 : afterHyphen(tokens, to)
    amount = amountAt(tokens, at, context, isFirst)
    const behind = amount === undefined ? at : afterHyphen(tokens, amount.to)
    const scale = scaleAt(tokens, behind, context, amount ?? (isFirst ? undefined : {})) ?? 0
    // `mil millones`
    const isHigher = amount === undefined && at === to && !isFirst && scale >= last
    const isLower = scale < last && (amount !== undefined || isFirst)
    if (scale < 1000 || !(isHigher || isLower)) break
    total = isHigher ? total * scale : total + (amount?.value ?? 1) * scale
    couldBe ??= amount?.couldBe
    amount = undefined
    last = scale
    to = behind + 1
    const part = partAt(tokens, to)
    if (part === undefined) continue
    // `un millón y medio`
    total += part.value * scale
    to = part.to
    break
  }
  // Behind a scale a figure has one of its own.
  const isRest = to === from || (amount?.isFigure !== true && (amount?.value ?? 0) < last)
  if (amount !== undefined && isRest) {
    total += amount.value
    couldBe ??= amount.couldBe
    to = amount.to
  } else amount = undefined
  if (to === from) return undefined
  return {
    // 1.1 lakh is 110000, not a hair beside it.
    value: to - from > 1 ? Number(total.toPrecision(15)) : total,
    ...(couldBe !== undefined && { couldBe }),
    isScaled: amount?.dozen !== undefined || (amount === undefined && total > 0),
    to,
  }
}

/** A figure or words, with dozens and hundreds of it, what is added to a hundred, and a half. */
function amountAt(
  tokens: readonly Token[],
  at: number,
  context: NumberContext,
  isFirst: boolean,
): Amount | undefined {
  let amount = figureAt(tokens, at, context) ?? wordsAt(tokens, at, context, isFirst)
  if (amount === undefined) return undefined
  amount = withPart(tokens, amount)
  while (amount.value < 1000) {
    const behind = afterHyphen(tokens, amount.to)
    const scale = scaleAt(tokens, behind, context, amount)
    if (scale === undefined || scale >= 1000) break
    const { value, couldBe } = amount
    amount = withPart(tokens, { value: value * scale, to: behind + 1, dozen: scale, couldBe })
  }
  const { value, to, isFigure, couldBe } = amount
  if (isFigure === true || value < 100 || value % 100 !== 0) return amount
  const behind = isWord(tokens, to, 'and') ? to + 1 : afterHyphen(tokens, to)
  const rest = smallAt(tokens, behind, context)
  if (rest === undefined || rest.value >= 100) return amount
  return withPart(tokens, { value: value + rest.value, to: rest.to, couldBe })
}

/** `two and a half`, `a dozen and a half`, and in one word `zweieinhalb`. */
function withPart(tokens: readonly Token[], amount: Amount): Amount {
  const { value, to, dozen = 1 } = amount
  if (value % 1 !== 0) return amount
  const part = partAt(tokens, to)
  // Half of one or half of a hundred more: nobody can know.
  if (part !== undefined)
    return dozen === 100 ? amount : { ...amount, value: value + part.value * dozen, to: part.to }
  const isJoined = tokens[to]?.isGlued === true || tokens[to]?.text === 'einhalb'
  const joined = isJoined ? valueAt(tokens, to, 'part') : undefined
  return joined === undefined ? amount : { ...amount, value: value + joined, to: to + 1 }
}

/** `and a half`: a part that is added to what stands before it. */
export function partAt(
  tokens: readonly Token[],
  at: number,
): { value: number; to: number } | undefined {
  if (!isWord(tokens, at, 'and')) return undefined
  const to = isWord(tokens, at + 1, 'article') ? at + 2 : at + 1
  const [near, value] = [valueAt(tokens, at + 1, 'part'), valueAt(tokens, to, 'part')]
  if (near !== undefined) return { value: near, to: at + 2 }
  return value === undefined ? undefined : { value, to: to + 1 }
}

/** `2`, `2 1/2`, `1/2` */
function figureAt(
  tokens: readonly Token[],
  at: number,
  context: NumberContext,
): Amount | undefined {
  const [token, after] = [tokens[at], tokens[at + 1]]
  if (token?.kind !== 'figure') return undefined
  const ratio = ratioAt(tokens, at)
  if (ratio !== undefined) return { value: ratio, to: at + 3, isFigure: true }
  if (isSlash(after) && tokens[at + 2]?.kind === 'figure') return undefined
  const isScaled = after?.kind === 'word' && scaleBehind(after.text, context) !== undefined
  const figure = readFigure(token.text, context.separators, isScaled ? {} : context.hints)
  if (figure === undefined) return undefined
  const couldBe = 'couldBe' in figure ? figure.couldBe : undefined
  const value = 'digits' in figure ? Number(figure.digits) : (figure.couldBe[0] ?? 0)
  const part = value % 1 === 0 ? ratioAt(tokens, at + 1) : undefined
  const to = part === undefined ? at + 1 : at + 4
  return { value: value + (part ?? 0), to, isFigure: true, couldBe }
}

const denominators = new Set([2, 3, 4, 5, 6, 8, 10])
const isSlash = (token: Token | undefined): boolean => token?.text === '/' && token.isGlued

/** A part of one, `3/4`; not a day and a month. */
function ratioAt(tokens: readonly Token[], at: number): number | undefined {
  const [above, slash, below, behind] = tokens.slice(at, at + 4)
  if (above?.kind !== 'figure' || !isSlash(slash)) return undefined
  if (below?.kind !== 'figure' || !below.isGlued) return undefined
  const [part, whole] = [Number(above.text), Number(below.text)]
  const isPart = part > 0 && part < whole && denominators.has(whole)
  return isPart && !isSlash(behind) ? part / whole : undefined
}

/** The words that a number begins with: `twenty-five`, `सवा`, `half a`, `a` before a dozen. */
function wordsAt(
  tokens: readonly Token[],
  at: number,
  context: NumberContext,
  isFirst: boolean,
): Amount | undefined {
  const next = at + 1
  const isBeforePart = isWord(tokens, next, 'part')
  const small = smallAt(tokens, at, context)
  // `un medio`: one of what follows.
  if (small !== undefined && !(isFirst && small.value === 1 && isBeforePart)) return small
  const scale = scaleAt(tokens, at, context, undefined)
  if (scale !== undefined)
    return scale < 1000 ? { value: scale, to: next, dozen: scale } : undefined
  if (!isFirst) return undefined
  const mixed = valueAt(tokens, at, 'mixed')
  if (mixed !== undefined) return { value: mixed, to: next }
  const added = valueAt(tokens, at, 'added')
  if (added !== undefined) return addedAt(tokens, at, added, context)
  const part = valueAt(tokens, at, 'part')
  if (part !== undefined) {
    const isArticle = isWord(tokens, next, 'article') && isWord(tokens, next + 1, 'scale')
    return { value: part, to: isArticle ? next + 1 : next }
  }
  if (!isWord(tokens, at, 'article')) return undefined
  const isCounted = scaleAt(tokens, next, context, undefined) !== undefined
  if (isCounted || isBeforePart || tokens[next]?.text === 'couple')
    return wordsAt(tokens, next, context, true) ?? { value: 1, to: next }
  return undefined
}

/** `साढ़े तीन`, `सवा लाख`, or `सवा` alone. */
function addedAt(
  tokens: readonly Token[],
  at: number,
  value: number,
  context: NumberContext,
): Amount | undefined {
  const counted = figureAt(tokens, at + 1, context) ?? smallAt(tokens, at + 1, context)
  if (counted !== undefined) return { ...counted, value: counted.value + value }
  const isOne = isWord(tokens, at + 1, 'scale') || value === 0.25
  return isOne ? { value: 1 + value, to: at + 1 } : undefined
}

/** More words are no number below a hundred. */
const maxWords = 4

/** A number below a thousand in words that one table has: `vingt et un`, `doscientos`. */
function smallAt(
  tokens: readonly Token[],
  at: number,
  { languages }: NumberContext,
): Amount | undefined {
  const first = valueAt(tokens, at, 'small')
  if (first === undefined) return undefined
  let found = { value: first, to: at + 1 }
  let said = tokens[at]?.text ?? ''
  for (let count = 2, to = found.to; count <= maxWords; count += 1) {
    to = afterHyphen(tokens, to)
    if (tokens[to]?.kind !== 'word') break
    said += ` ${tokens[to]?.text}`
    to += 1
    const [meaning] = numberMeanings(said, languages)
    if (meaning !== undefined && 'value' in meaning) found = { value: meaning.value, to }
  }
  return found
}

/** What a word multiplies by; behind a figure it may be of any language. */
function scaleAt(
  tokens: readonly Token[],
  at: number,
  context: NumberContext,
  before: Pick<Amount, 'isFigure'> | undefined,
): number | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  if (before?.isFigure === true) return scaleBehind(token.text, context)
  const isAlone = before === undefined && needsNumberBefore(token.text)
  return isAlone ? undefined : valueAt(tokens, at, 'scale')
}

const scaleBehind = (word: string, { languages, letters }: NumberContext): number | undefined =>
  scaleOfWord(word, languages) ?? letters[word]

/** The token behind the hyphen of `twenty-five`. */
const afterHyphen = (tokens: readonly Token[], at: number): number => {
  const [before, hyphen, behind] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  const isHyphen = hyphen?.text === '-' && hyphen.isGlued && before?.kind === 'word'
  return isHyphen && behind?.isGlued === true && behind.kind === 'word' ? at + 1 : at
}

const isWord = (tokens: readonly Token[], at: number, kind: NumberWord['kind']): boolean =>
  tokens[at]?.meanings.some((one) => one.kind === kind) === true

/** What a word is as one of this kind. */
function valueAt(
  tokens: readonly Token[],
  at: number,
  kind: NumberWord['kind'],
): number | undefined {
  const meaning = tokens[at]?.meanings.find((one) => one.kind === kind)
  return meaning !== undefined && 'value' in meaning ? meaning.value : undefined
}
