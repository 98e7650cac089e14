import { toLatinDigits } from '@errand/contract/search-text'

import { readPhraseFile } from '../../phrases/texts.ts'
import { normalizeText } from '../language/normalize-text.ts'

/** A word, a run of digits or a sign of a text, and where it stands in it. */
export interface Token {
  /** As words are compared: small letters, no accents, Latin digits. */
  word: string
  /** Without the sign of a plural and what Arabic writes together with it: `prices`, `والسعر` is `سعر`. */
  bare: string
  raw: string
  start: number
  end: number
  /** Nothing stands between it and the one before. */
  isGlued: boolean
  kind: 'word' | 'digits' | 'sign'
}

const tokenPattern =
  /\p{Nd}+|(?:[ldjmtnsc]|qu)['’](?=\p{L})|[\p{L}\p{M}]+(?:['’](?!s(?!\p{L}))[\p{L}\p{M}]+)*|['’]s(?!\p{L})|[^\s\p{L}\p{M}\p{Nd}]/giu

/** Longer messages are not read to their end: no message may hold up the others. */
export const maxLetters = 1000
const maxTokens = 300

/** The words of a text, compared as people write them: `mañana` is `manana`, `فجرًا` is `فجرا`. */
export function tokensOf(text: string): Token[] {
  let end = -1
  const known = new Map<string, string>()
  const found = [...text.slice(0, maxLetters).matchAll(tokenPattern)].slice(0, maxTokens)
  return found.map(({ 0: raw, index }) => {
    const isGlued = index === end
    end = index + raw.length
    const isWord = /\p{L}/u.test(raw)
    const kind = isWord ? 'word' : /\p{Nd}/u.test(raw) ? 'digits' : 'sign'
    const word = known.get(raw) ?? normalizeText(raw)
    known.set(raw, word)
    return { word, bare: bareOf(word), raw, start: index, end, isGlued, kind }
  })
}

const affixes = /^[وفبلكه]?(?:ال|لل)?(?=\p{Script=Arabic}{3})|s$(?<=^[a-z]{3,}[^s]s)/u

const bareOf = (word: string): string => word.replace(affixes, '')

/** Phrases to be found among tokens, by their first words: those of several tables side by side. */
export type PhraseSet<T = true> = ReadonlyMap<string, { words: string[]; value: T }[]>[]

/** Phrases of which nothing is known but that they belong together. */
export const phraseSet = (phrases: readonly string[]): PhraseSet =>
  phraseMap(phrases.map((phrase) => [phrase, true] as const))

/** Phrases with what each of them means; one may mean several things. */
export function phraseMap<T>(entries: readonly (readonly [string, T])[]): PhraseSet<T> {
  const list = entries.flatMap(([phrase, value]) =>
    // People write `thats`, `cest` and `fuer`, too.
    [...new Set([phrase, phrase.replaceAll(/['’]/g, ''), spelledOut(phrase)])].flatMap(
      (written) => {
        const words = tokensOf(written).map(({ word }) => word)
        return words.length === 0 ? [] : [{ words, value }]
      },
    ),
  )
  const byFirst = Map.groupBy(list, ({ words }) => words[0] ?? '')
  for (const group of byFirst.values())
    group.sort((one, other) => other.words.length - one.words.length)
  return [byFirst]
}

const spelledOut = (phrase: string): string =>
  phrase.replaceAll(/[äöü]/g, (letter) => `${normalizeText(letter)}e`)

interface PhraseMatch<T> {
  from: number
  to: number
  /** All that the phrase means, the likeliest first. */
  values: T[]
}

/** The longest phrase of a set that begins at a token. */
export function phraseAt<T>(
  tokens: readonly Token[],
  from: number,
  set: PhraseSet<T>,
): PhraseMatch<T> | undefined {
  const first = tokens[from]
  if (first === undefined) return undefined
  const isSaid = (word: string, index: number) => {
    const token = tokens[from + index]
    return token !== undefined && (token.word === word || token.bare === word)
  }
  const starts = first.word === first.bare ? [first.word] : [first.word, first.bare]
  let found: PhraseMatch<T> | undefined
  for (const start of starts)
    for (const byFirst of set)
      for (const { words, value } of byFirst.get(start) ?? []) {
        const to = from + words.length
        if (to < (found?.to ?? 0)) break
        if (!words.every(isSaid)) continue
        if (found?.to === to) found.values.push(value)
        else found = { from, to, values: [value] }
      }
  return found
}

/** All phrases of a set, none within another. */
export function phrasesIn<T>(tokens: readonly Token[], set: PhraseSet<T>): PhraseMatch<T>[] {
  const found: PhraseMatch<T>[] = []
  for (let at = 0; at < tokens.length;) {
    const match = phraseAt(tokens, at, set)
    if (match !== undefined) found.push(match)
    at = match?.to ?? at + 1
  }
  return found
}

/** Whether a phrase of one of these sets begins at a token. */
export const isAt = (
  tokens: readonly Token[],
  at: number,
  ...sets: PhraseSet<unknown>[]
): boolean => sets.some((set) => phraseAt(tokens, at, set) !== undefined)

/** Whether a phrase of one of these sets is said anywhere. */
export const says = (tokens: readonly Token[], ...sets: PhraseSet<unknown>[]): boolean =>
  tokens.some((_, at) => isAt(tokens, at, ...sets))

/** The first token that begins no phrase of these sets and may not be passed over either. */
export function skip(
  tokens: readonly Token[],
  from: number,
  sets: readonly PhraseSet<unknown>[],
  isPassed: (token: Token, at: number) => boolean,
): number {
  for (let at = from; ;) {
    const token = tokens[at]
    if (token === undefined) return at
    const [match] = sets.flatMap((set) => phraseAt(tokens, at, set) ?? [])
    if (match === undefined && !isPassed(token, at)) return at
    at = match?.to ?? at + 1
  }
}

/** Whether nothing is said but phrases of these sets; signs and pictures count as nothing. */
export function saysOnly(tokens: readonly Token[], ...sets: PhraseSet<unknown>[]): boolean {
  let isSaid = false
  for (let at = 0; at < tokens.length;) {
    if (tokens[at]?.kind === 'sign') {
      at += 1
      continue
    }
    const ends = sets.flatMap((set) => phraseAt(tokens, at, set)?.to ?? [])
    if (ends.length === 0) return false
    isSaid = true
    at = Math.max(...ends)
  }
  return isSaid
}

/** A part of a message between the ends of sentences and lines. */
export interface Clause {
  tokens: Token[]
  start: number
  end: number
  /** A question mark stands at its end. */
  isAsked: boolean
}

const sentenceEnds = new Set(['.', '!', '?', '؟', '।', ';', '…', '¿', '¡'])

/** The sentences and lines of a text. */
export function clausesOf(text: string): Clause[] {
  const all = tokensOf(text)
  const clauses: Clause[] = []
  let tokens: Token[] = []
  const close = (isAsked: boolean) => {
    const [first] = tokens
    const last = tokens.at(-1)
    if (first !== undefined && last !== undefined)
      clauses.push({ tokens, start: first.start, end: last.end, isAsked })
    else if (isAsked && clauses.length > 0)
      clauses[clauses.length - 1] = { ...(clauses.at(-1) as Clause), isAsked }
    tokens = []
  }
  for (const [index, token] of all.entries()) {
    const before = all[index - 1]
    const next = all[index + 1]
    if (before !== undefined && text.slice(before.end, token.start).includes('\n')) close(false)
    if (sentenceEnds.has(token.word) && !isInside(token, before, next))
      close(/[?؟]/.test(token.word))
    else tokens.push(token)
  }
  close(false)
  return clauses
}

const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'sr', 'sra', 'st', 'nr', 'str', 'ca', 'prof'])

/** `10.30`, `5.12.`, `a.m.`, `dr. Anita` */
function isInside(token: Token, before: Token | undefined, next: Token | undefined): boolean {
  if (token.word !== '.') return false
  if (before?.kind === 'digits' && token.isGlued)
    return next !== undefined && (next.isGlued || next.kind !== 'word' || /^\p{Ll}/u.test(next.raw))
  return (
    token.isGlued &&
    before !== undefined &&
    (before.raw.length === 1 || titles.has(before.word) || next?.isGlued === true)
  )
}

/** Digits of every script as Latin ones; nothing changes its place. */
export const withLatinDigits = (text: string): string =>
  text.replaceAll(/\p{Nd}/gu, (digit) => toLatinDigits(digit).padEnd(digit.length, '\u2060'))

/** One of the word lists beside this file: bars stand between phrases, slashes between words for one place. */
export const readWordFile = (name: string): unknown =>
  readPhraseFile(new URL(`words/${name}.json`, import.meta.url), alternatives)

/** `my order/booking is late` stands for two phrases; a slash with spaces around it is a sign. */
const alternatives = (written: string): string[] =>
  written
    .split(' ')
    .map((word) => (word === '/' ? [word] : word.split('/')))
    .reduce((starts, words) => starts.flatMap((start) => words.map((word) => `${start} ${word}`)))

const stopwords = new Set(
  (readWordFile('stopwords') as { words: string[] }).words.map(normalizeText),
)

/** A word without content of its own in one of the languages that are read. */
export const isStopword = (word: string): boolean => stopwords.has(word)
