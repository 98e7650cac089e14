import type { Token } from './number-tokens.ts'
import { needsNumberBefore, scaleOfWord, type NumberWord } from './number-words.ts'
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

interface State {
  total: number
  /** What the next scale multiplies. */
  current: number | undefined
  lastScale: number
  /** The dozen or the hundred that was said last. */
  dozen?: number | undefined
  isFigure: boolean
  couldBe?: number[]
  steps: number
}

/** Reads the number that begins at a token, with all words that belong to it: `2 lakh 50 thousand`. */
export function parseNumber(
  tokens: readonly Token[],
  from: number,
  context: NumberContext,
): ParsedNumber | undefined {
  const state: State = {
    total: 0,
    current: undefined,
    lastScale: Number.POSITIVE_INFINITY,
    isFigure: false,
    steps: 0,
  }
  let to = from
  for (;;) {
    const next = consume(tokens, to, state, context)
    if (next === undefined) break
    to = next
    state.steps += 1
  }
  if (to === from) return undefined
  const value = state.total + (state.current ?? 0)
  return {
    // 1.1 lakh is 110000, not a hair beside it.
    value: state.steps > 1 ? Number(value.toPrecision(15)) : value,
    ...(state.couldBe !== undefined && { couldBe: state.couldBe }),
    isScaled: state.dozen !== undefined || (state.current === undefined && state.total > 0),
    to,
  }
}

/** Takes what stands at a token into the number; the token behind it, or nothing where the number ends. */
function consume(
  tokens: readonly Token[],
  at: number,
  state: State,
  context: NumberContext,
): number | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.kind === 'figure') return consumeFigure(tokens, at, state, context)
  // `twenty-five`
  if (token.text === '-' && token.isGlued && state.steps > 0 && !state.isFigure) {
    const next = tokens[at + 1]
    return next?.isGlued === true && next.kind === 'word'
      ? consume(tokens, at + 1, state, context)
      : undefined
  }
  if (token.kind !== 'word') return undefined
  const scale = state.isFigure ? scaleBehind(token.text, context) : undefined
  if (scale !== undefined) return consumeScale(scale, at, state)
  for (const meaning of token.meanings) {
    const next = consumeWord(meaning, tokens, at, state, context)
    if (next !== undefined) return next
  }
  return undefined
}

/** `2`, `2 1/2`, `1/2`; behind a scale only what has one of its own. */
function consumeFigure(
  tokens: readonly Token[],
  at: number,
  state: State,
  context: NumberContext,
): number | undefined {
  const ratio = ratioAt(tokens, at)
  if (ratio !== undefined) {
    if (state.current !== undefined && (!state.isFigure || state.current % 1 !== 0))
      return undefined
    if (state.current === undefined && state.steps > 0) return undefined
    state.current = (state.current ?? 0) + ratio
    state.isFigure = true
    return at + 3
  }
  const isRatio = isSlash(tokens[at + 1]) && tokens[at + 2]?.kind === 'figure'
  if (state.current !== undefined || isRatio) return undefined
  const after = tokens[at + 1]
  const scale = after?.kind === 'word' ? scaleBehind(after.text, context) : undefined
  if (state.steps > 0 && scale === undefined) return undefined
  const hints = scale === undefined ? context.hints : {}
  const figure = readFigure(tokens[at]?.text ?? '', context.separators, hints)
  if (figure === undefined) return undefined
  if ('couldBe' in figure) state.couldBe = figure.couldBe
  state.current = 'digits' in figure ? Number(figure.digits) : figure.couldBe[0]
  state.isFigure = true
  return at + 1
}

const scaleBehind = (word: string, { languages, letters }: NumberContext): number | undefined =>
  scaleOfWord(word, languages) ?? letters[word]

const denominators = new Set([2, 3, 4, 5, 6, 8, 10])
const isSlash = (token: Token | undefined): boolean => token?.text === '/' && token.isGlued

/** A part of one, `3/4`; not a day and a month. */
function ratioAt(tokens: readonly Token[], at: number): number | undefined {
  const [above, slash, below, behind] = tokens.slice(at, at + 4)
  if (!isSlash(slash) || below?.kind !== 'figure' || !below.isGlued) return undefined
  const [part, whole] = [Number(above?.text), Number(below.text)]
  const isPart = part > 0 && part < whole && denominators.has(whole)
  return isPart && !isSlash(behind) ? part / whole : undefined
}

function consumeScale(scale: number, at: number, state: State): number | undefined {
  const { current, lastScale, total } = state
  // A dozen or a hundred of what was counted, `mil millones`, or `2 lakh`.
  if (scale < 1000) {
    if (current !== undefined && current >= 1000) return undefined
    state.current = (current ?? 1) * scale
    state.dozen = scale
    state.isFigure = false
    return at + 1
  }
  if (current === undefined && total > 0) {
    if (scale < lastScale) return undefined
    state.total = total * scale
  } else {
    if (scale >= lastScale) return undefined
    state.total = total + (current ?? 1) * scale
  }
  state.current = undefined
  state.dozen = undefined
  state.lastScale = scale
  return at + 1
}

function consumeWord(
  meaning: NumberWord,
  tokens: readonly Token[],
  at: number,
  state: State,
  context: NumberContext,
): number | undefined {
  const { current, lastScale, steps } = state
  const after = () => kindsAt(tokens, at + 1)
  switch (meaning.kind) {
    case 'article': {
      const isBefore =
        steps === 0 && (after().has('scale') || after().has('part') || isCouple(tokens[at + 1]))
      return isBefore ? consume(tokens, at + 1, state, context) : undefined
    }
    case 'and':
      return consumeAnd(tokens, at, state, context)
    case 'scale':
      return steps === 0 && needsNumberBefore(tokens[at]?.text ?? '')
        ? undefined
        : consumeScale(meaning.value, at, state)
    case 'mixed':
      if (steps > 0) return undefined
      state.current = meaning.value
      return at + 1
    case 'added':
      return steps > 0 ? undefined : consumeAdded(meaning.value, tokens, at, state, context)
    case 'part':
      return consumePart(meaning.value, tokens, at, state)
    default: {
      // `un medio`, `una docena`: one of what follows.
      if (steps === 0 && meaning.value === 1 && after().has('part')) return undefined
      const isFrench80 = current === 4 && meaning.value === 20 && steps > 0
      if (current === undefined) {
        if (meaning.value >= lastScale) return undefined
        state.current = meaning.value
      } else if (isFrench80) state.current = 80
      else if (!state.isFigure && canAdd(current, meaning.value)) {
        state.current = current + meaning.value
        state.dozen = undefined
      } else return undefined
      return at + 1
    }
  }
}

const isCouple = (token: Token | undefined): boolean => token?.text === 'couple'

/** `twenty five`, `hundred five`; French counts on from sixty and eighty to the next twenty. */
function canAdd(current: number, value: number): boolean {
  const rest = current % 100
  if (rest === 0) return current >= 100 && value < 100
  if (value < 10) return rest >= 20 && rest % 10 === 0
  return value < 20 && (rest === 60 || rest === 80)
}

/** What the word at a token can mean. */
const kindsAt = (tokens: readonly Token[], at: number): Set<NumberWord['kind']> =>
  new Set(tokens[at]?.meanings.map(({ kind }) => kind))

/** `and` belongs to a number only between two of its words. */
function consumeAnd(
  tokens: readonly Token[],
  at: number,
  state: State,
  context: NumberContext,
): number | undefined {
  const { current, total } = state
  if (state.steps === 0) return undefined
  const article = kindsAt(tokens, at + 1).has('article') ? 1 : 0
  const behind = tokens[at + 1 + article]
  const meanings = behind?.meanings ?? []
  const part = meanings.find(({ kind }) => kind === 'part')
  if (part !== undefined && 'value' in part) {
    if (current !== undefined && current % 1 !== 0) return undefined
    // Half of one or half of a hundred more: nobody can know.
    if (state.dozen === 100) return undefined
    if (current === undefined) state.total = total + part.value * state.lastScale
    else state.current = current + part.value * (state.dozen ?? 1)
    return at + 2 + article
  }
  const small = meanings.find(({ kind }) => kind === 'small')
  // `fünfundzwanzig`, `خمسة وعشرون`
  if (small !== undefined && 'value' in small && current !== undefined && !state.isFigure) {
    const isTens = small.value >= 20 && small.value < 100 && small.value % 10 === 0
    if (isTens && current % 100 > 0 && current % 100 < 10) {
      state.current = current + small.value
      return at + 2
    }
  }
  const isAgain = kindsAt(tokens, at + 1).has('and')
  const isOpen = !isAgain && (current === undefined || !state.isFigure)
  return isOpen ? consume(tokens, at + 1, state, context) : undefined
}

/** `साढ़े तीन`, `सवा लाख`, or `सवा` alone. */
function consumeAdded(
  value: number,
  tokens: readonly Token[],
  at: number,
  state: State,
  context: NumberContext,
): number | undefined {
  const kinds = kindsAt(tokens, at + 1)
  if (
    kinds.has('scale') ||
    (value === 0.25 && !kinds.has('small') && tokens[at + 1]?.kind !== 'figure')
  ) {
    state.current = 1 + value
    return at + 1
  }
  const next = consume(tokens, at + 1, state, context)
  if (next === undefined || state.current === undefined) return undefined
  state.current += value
  return next
}

/** `half`, `half a dozen`; behind a number only where it is written as one word, `zweieinhalb`. */
function consumePart(
  value: number,
  tokens: readonly Token[],
  at: number,
  state: State,
): number | undefined {
  const token = tokens[at]
  if (state.steps > 0) {
    const isJoined = token?.isGlued === true || token?.text === 'einhalb'
    if (!isJoined || state.current === undefined || state.current % 1 !== 0) return undefined
    state.current += value
    return at + 1
  }
  state.current = value
  const isArticle = kindsAt(tokens, at + 1).has('article')
  return isArticle && kindsAt(tokens, at + 2).has('scale') ? at + 2 : at + 1
}
