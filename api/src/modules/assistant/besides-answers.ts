import { toLatinDigits } from '@errand/contract/search-text'

import type { ShownAnswer } from '../ai/language/write-phrases.ts'
import { sentencesOf } from '../ai/language/sentences.ts'
import type { CollectedAnswers } from '../answers/collected.ts'
import { fold } from '../answers/reading.ts'
import { hasWords } from './turn-answers.ts'

/** What stands around a line or a sentence: marks of bold and italic text, emoji. */
const decoration =
  /[\s*_~\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u{200D}|\u{FE0F}/u
/** A dash is one only before a blank; a star, and a tick that is an emoji, are decoration. */
const bullet = /^(?:[-–]\s+|[•·▪◦‣✓]\s*|\d{1,2}[.)]\s+)/u
const labelled = /^([^:：\n]{1,60}?)[:：](.*)$/u
const introduces = /[:：]$/u
const asks = /[?？؟]$/u
/** `(yes/no)` */
const parenthesis = /^\([^()]{1,24}\)[.]?$/u

/** How many letters may stand beside an answer, so that nothing else to be known is among them. */
const maxLettersBeside = { besideOne: 4, belowOurLabel: 12, besideAll: 16 }

/** How a reply may mention an answer. */
interface ShownWords {
  label: string[]
  /** Its text, the names of what is chosen. */
  phrases: string[]
  /** An amount; the day, and the hour on a clock of either kind, of a moment. */
  numbers: number[]
  /** The end of a phone number, the same with the code of the country and without. */
  phone: string
  isBoolean: boolean
  /** All single words of it. */
  words: Set<string>
  /** How the names of its day and month begin. */
  beginnings: Set<string>
}

/** The words and numbers of a line or a sentence. */
interface LineWords {
  text: string
  words: string[]
  numbers: Set<number>
  digits: string
}

/**
 * What a reply says besides the answers that it lists or repeats and the question whether they are
 * right: an acknowledgement, what the team still has to look at. Models word a list each in their
 * own way, in any language, so it is known by the answers that stand in it. In doubt it is kept:
 * an answer that stands there twice is better than a condition that the contact never reads.
 */
export function textBesidesAnswers(
  reply: string,
  answers: readonly ShownAnswer[],
  collected: Pick<CollectedAnswers, 'values' | 'fields'>,
): string {
  const shown = answers.map((answer) => toShownWords(answer, collected))
  const all = {
    words: new Set(shown.flatMap(({ words }) => [...words])),
    beginnings: new Set(shown.flatMap(({ beginnings }) => [...beginnings])),
  }
  const tellsAll = (sentence: string): boolean => {
    const line = toLineWords(sentence)
    return mentionsMost(line, shown) && lettersBeside(line, all) <= maxLettersBeside.besideAll
  }
  const lines = reply.split('\n')
  const listed = lines.map((line) => line.trim() !== '' && isListed(line, shown))
  const kept: string[] = []
  // What introduces a list goes with it.
  let isAboveList = true
  for (const [at, line] of [...lines.entries()].toReversed()) {
    if (line.trim() === '') continue
    const isPart = listed[at + 1] === true && (isHeading(line) || (listed[at - 1] && isBrief(line)))
    if (listed[at] || isPart) {
      isAboveList = true
      continue
    }
    const rest = withoutQuestions(line)
    const isSplit = isAboveList || mentionsMost(toLineWords(rest), shown)
    const sentences = isSplit ? sentencesOf(rest) : [rest]
    if (isAboveList && introduces.test(undecorated(sentences.at(-1) ?? ''))) sentences.pop()
    isAboveList = false
    kept.push(sentences.filter((sentence) => !tellsAll(sentence)).join(''))
  }
  return kept
    .filter((line) => undecorated(line) !== '')
    .map((line) => line.trim())
    .toReversed()
    .join('\n')
}

/** A line without its questions, and without what belongs to them: a star, an emoji, `(yes/no)`. */
export function withoutQuestions(line: string): string {
  if (!/[?？؟]/u.test(line)) return line.trim()
  let isAsked = false
  return sentencesOf(line)
    .filter((sentence) => {
      const text = undecorated(sentence)
      isAsked = asks.test(text) || (isAsked && (text === '' || parenthesis.test(text)))
      return !isAsked
    })
    .join('')
    .trim()
}

/** By hand: an expression for the end of a text looks at a long row of stars again and again. */
function undecorated(text: string): string {
  const letters = Array.from(text)
  const start = letters.findIndex((letter) => !decoration.test(letter))
  const end = letters.findLastIndex((letter) => !decoration.test(letter))
  return start === -1 ? '' : letters.slice(start, end + 1).join('')
}

/** What a line says, with its label if it has one, and whether it looks like one of a list. */
function itemOf(line: string): { label: string; rest: string; isItem: boolean } {
  const whole = undecorated(line)
  const text = undecorated(whole.replace(bullet, ''))
  const [, label = '', rest = ''] = labelled.exec(text) ?? []
  // `17:00` has none.
  if (!/\p{L}/u.test(label)) {
    const isItem = bullet.test(whole) || /^\s*\*\s/.test(line)
    return { label: '', rest: text, isItem }
  }
  return { label: undecorated(label), rest: undecorated(rest), isItem: true }
}

/** A line of a list of answers. What a list says of no answer is no part of it. */
function isListed(line: string, shown: readonly ShownWords[]): boolean {
  const { label, rest, isItem } = itemOf(line)
  if (rest === '') return false
  const words = toLineWords(rest)
  const labelWords = wordsOf(fold(label))
  return shown.some((one) => {
    if (isLabelOf(labelWords, one) && lettersBeside(words, one) <= maxLettersBeside.belowOurLabel)
      return true
    if (!mentions(words, one)) return false
    // A `no`, or a 4, stands in many a sentence that is about something else.
    return (
      lettersBeside(words, one) <=
      (isItem && mentionsClearly(words, one) ? maxLettersBeside.besideOne : 0)
    )
  })
}

/** `Phone no.` is the label Phone. */
function isLabelOf(words: readonly string[], { label }: ShownWords): boolean {
  if (words.length === 0 || Math.abs(words.length - label.length) > 1) return false
  const [fewer, more] = words.length < label.length ? [words, label] : [label, words]
  return fewer.length > 0 && fewer.every((word) => more.includes(word))
}

/** `Parking space: needed` between two answers is a third one in other words. */
function isBrief(line: string): boolean {
  const { label, rest } = itemOf(line)
  return label !== '' && wordsOf(rest).length === 1 && !isEnded(rest)
}

/** `Booking summary`, without a colon; a condition has more words, or a number. */
function isHeading(line: string): boolean {
  const text = undecorated(line)
  const isShort = text.length <= 40 && text.split(/\s+/).length <= 4
  return isShort && !bullet.test(text) && !/\p{N}/u.test(text) && !isEnded(text)
}

const isEnded = (text: string): boolean => /[.!…।。！?？؟]$/u.test(text)

function toShownWords({ key, label, text }: ShownAnswer, { values, fields }: Shown): ShownWords {
  const value = values[key]
  const { options = [] } = fields.find((field) => field.key === key) ?? {}
  const chosen = new Set<unknown>([value].flat())
  const names = options.flatMap(({ value: id, label: name, synonyms = [] }) =>
    chosen.has(id) ? [name, ...synonyms] : [],
  )
  const texts = [text, ...names, ...(typeof value === 'string' ? [value] : [])]
  const phrases = texts.flatMap((one) => (one.length < 2 ? [] : [fold(one)]))
  const [, day] = typeof value === 'string' ? (/^\d{4}-\d{2}-(\d{2})/.exec(value) ?? []) : []
  const isPhone = typeof value === 'string' && /^\+\d{7,}$/.test(value)
  const ownWords = wordsOf(fold(label))
  return {
    label: ownWords,
    phrases,
    numbers: numbersOf(value, text),
    phone: isPhone ? value.slice(-7) : '',
    isBoolean: typeof value === 'boolean',
    words: new Set([...ownWords, ...phrases.flatMap(wordsOf)]),
    beginnings: new Set(day === undefined ? [] : wordsOf(fold(text))),
  }
}

type Shown = Pick<CollectedAnswers, 'values' | 'fields'>

function toLineWords(line: string): LineWords {
  const text = fold(toLatinDigits(line))
  const numbers = text.match(/\d+/g) ?? []
  return {
    text,
    words: wordsOf(text),
    numbers: new Set(numbers.map(Number)),
    digits: numbers.join(''),
  }
}

/** What has a digit is counted as a number. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word))

const mentions = (line: LineWords, { phrases, numbers, phone }: ShownWords): boolean =>
  phrases.some((phrase) => hasWords(line.text, phrase)) ||
  numbers.some((number) => line.numbers.has(number)) ||
  (phone !== '' && line.digits.includes(phone))

/** All answers but one; a sentence that speaks of two of them may say what else is to be known. */
function mentionsMost(line: LineWords, shown: readonly ShownWords[]): boolean {
  const missing = shown.findIndex((one) => !mentions(line, one))
  if (missing === -1) return shown.length >= 3
  return shown.length > 3 && shown.slice(missing + 1).every((one) => mentions(line, one))
}

/** In words or numbers that stand for little else. */
const mentionsClearly = (
  line: LineWords,
  { phrases, numbers, phone, isBoolean }: ShownWords,
): boolean =>
  phrases.some((phrase) => phrase.length > 3 && !isBoolean && hasWords(line.text, phrase)) ||
  numbers.some((number) => number >= 10 && line.numbers.has(number)) ||
  (phone !== '' && line.digits.includes(phone))

/** How many letters are left without the words of an answer; its label and all numbers are none. */
function lettersBeside(
  { words }: LineWords,
  { words: own, beginnings }: Pick<ShownWords, 'words' | 'beginnings'>,
): number {
  const others = words.filter((word) => !own.has(word) && !beginsWith(word, beginnings))
  return others.join('').length
}

/** `December` begins with the `Dec` of `28 Dec 2026`. */
const beginsWith = (word: string, beginnings: ReadonlySet<string>): boolean =>
  [...beginnings].some((beginning) => beginning.length > 1 && word.startsWith(beginning))

/** The number of an amount; the day of a date; the hour that is shown, on a clock of either kind. */
function numbersOf(value: unknown, text: string): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return []
  const [, day] = /^\d{4}-\d{2}-(\d{2})/.exec(value) ?? []
  const isTime = /^(?:\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}/.test(value)
  const [, hour] = isTime ? (/(\d{1,2})[:.]\d{2}/.exec(toLatinDigits(text)) ?? []) : []
  return [
    ...(day === undefined ? [] : [Number(day)]),
    ...(hour === undefined ? [] : [Number(hour) % 12, (Number(hour) % 12) + 12, Number(hour)]),
  ]
}
