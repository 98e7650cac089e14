import { toLatinDigits } from '@errand/contract/search-text'

import { sentencesOf } from '../ai/language/sentences.ts'
import type { ShownAnswer } from '../ai/language/write-phrases.ts'
import type { CollectedAnswers } from '../answers/collected.ts'
import { fold } from '../answers/reading.ts'
import { hasWords } from './turn-answers.ts'

/** Decoration around a line or a sentence: marks of bold and italic text, emoji. */
const decoration =
  /[\s*_~\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u{200D}|\u{FE0F}/u
/** A dash is a bullet only before a blank; stars and emoji ticks are decoration. */
const bullet = /^(?:[-–]\s+|[•·▪◦‣✓]\s*|\d{1,2}[.)]\s+)/u
const labelled = /^([^:：\n]{1,60}?)[:：](.*)$/u
const introduces = /[:：]$/u
const asks = /[?？؟]$/u
/** `(yes/no)` */
const parenthesis = /^\([^()]{1,24}\)[.]?$/u

/** How many letters may stand beside an answer: too few to say anything else. */
const maxLettersBeside = { besideOne: 4, belowOurLabel: 12, besideAll: 16 }

/** The answers with their fields. */
type Shown = Pick<CollectedAnswers, 'values' | 'fields'>

/** The ways in which a reply may mention an answer. */
interface ShownWords {
  label: string[]
  /** The answer's text, or the names of the chosen options. */
  phrases: string[]
  /** An amount, or the day and the hour (12 and 24) of a time. */
  numbers: number[]
  /** The end of a phone number, which is the same with and without a country code. */
  phone: string
  isBoolean: boolean
  /** All words of the label and the phrases. */
  words: Set<string>
  /** The abbreviated names of its day and month. */
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
 * The parts of a reply that are not the list of answers or the question whether they are right: an
 * acknowledgement, or what the team still has to check. Models word lists in any language and in their
 * own way, so a list is recognised by the answers in it. A doubtful line is kept: an answer shown twice
 * is better than a condition that the contact never reads.
 */
export function textBesidesAnswers(
  reply: string,
  answers: readonly ShownAnswer[],
  collected: Shown,
): string {
  const shown = answers.map((answer) => toShownWords(answer, collected))
  const lines = reply.split('\n')
  const items = lines.map((line) => isItemOf(line, shown))
  const rows = lines
    .map((line, at) => {
      const isInList =
        items[at + 1] === true && (isHeading(line) || (items[at - 1] && isBrief(line)))
      return { line, isList: items[at] === true || isInList === true }
    })
    .filter(({ line }) => line.trim() !== '')
  return rows
    .map(({ line, isList }, at) =>
      isList ? '' : withoutAnswers(line, shown, rows[at + 1]?.isList ?? true),
    )
    .filter((line) => undecorated(line) !== '')
    .map((line) => line.trim())
    .join('\n')
}

/** A line without its questions, the sentences that tell all answers, and what introduces a list. */
function withoutAnswers(line: string, shown: readonly ShownWords[], isAboveList: boolean): string {
  const rest = withoutQuestions(line)
  if (!isAboveList && !mentionsMost(toLineWords(rest), shown)) return rest
  const sentences = sentencesOf(rest)
  if (isAboveList && introduces.test(undecorated(sentences.at(-1) ?? ''))) sentences.pop()
  const all = {
    words: new Set(shown.flatMap(({ words }) => [...words])),
    beginnings: new Set(shown.flatMap(({ beginnings }) => [...beginnings])),
  }
  const tellsAll = (sentence: string) => {
    const said = toLineWords(sentence)
    return mentionsMost(said, shown) && lettersBeside(said, all) <= maxLettersBeside.besideAll
  }
  return sentences.filter((sentence) => !tellsAll(sentence)).join('')
}

/** A line without its questions, and without what belongs to them: decoration and `(yes/no)`. */
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

/** Without a regular expression, which would take quadratic time for a long row of stars. */
function undecorated(text: string): string {
  const letters = Array.from(text)
  const start = letters.findIndex((letter) => !decoration.test(letter))
  const end = letters.findLastIndex((letter) => !decoration.test(letter))
  return start === -1 ? '' : letters.slice(start, end + 1).join('')
}

/** The label and text of a line, and whether it looks like an item of a list. */
function itemOf(line: string): { label: string; rest: string; isItem: boolean } {
  const whole = undecorated(line)
  const text = undecorated(whole.replace(bullet, ''))
  const [, label = '', rest = ''] = labelled.exec(text) ?? []
  if (/\p{L}/u.test(label))
    return { label: undecorated(label), rest: undecorated(rest), isItem: true }
  // `17:00` has no label.
  return { label: '', rest: text, isItem: bullet.test(whole) || /^\s*\*\s/.test(line) }
}

/** Whether a line is an item of the list of answers. */
function isItemOf(line: string, shown: readonly ShownWords[]): boolean {
  const { label, rest, isItem } = itemOf(line)
  if (rest === '') return false
  const said = toLineWords(rest)
  const labelWords = wordsOf(fold(label))
  return shown.some((one) => {
    const beside = lettersBeside(said, one)
    if (isLabelOf(labelWords, one) && beside <= maxLettersBeside.belowOurLabel) return true
    // A `no` or a `4` may also stand in a sentence about something else.
    const isClear = isItem && mentions(said, one, { isClearly: true })
    return mentions(said, one) && beside <= (isClear ? maxLettersBeside.besideOne : 0)
  })
}

/** Whether words are a label, give or take one word: `Phone no.` is the label `Phone`. */
function isLabelOf(words: readonly string[], { label }: ShownWords): boolean {
  if (words.length === 0 || Math.abs(words.length - label.length) > 1) return false
  const [fewer, more] = words.length < label.length ? [words, label] : [label, words]
  return fewer.length > 0 && fewer.every((word) => more.includes(word))
}

/** Whether a line is a short item, such as `Parking space: needed` between two answers. */
function isBrief(line: string): boolean {
  const { label, rest } = itemOf(line)
  return label !== '' && wordsOf(rest).length === 1 && !isEnded(rest)
}

/** Whether a line is a heading such as `Booking summary`; a condition has more words, or a number. */
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

/** The words of a text, without those that contain a digit. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !/\p{N}/u.test(word))

/** Whether a line mentions an answer; clearly in words or numbers that hardly mean anything else. */
function mentions(
  line: LineWords,
  { phrases, numbers, phone, isBoolean }: ShownWords,
  { isClearly = false } = {},
): boolean {
  const isOdd = (phrase: string) => phrase.length > 3 && !isBoolean
  return (
    phrases.some((phrase) => (!isClearly || isOdd(phrase)) && hasWords(line.text, phrase)) ||
    numbers.some((number) => (!isClearly || number >= 10) && line.numbers.has(number)) ||
    (phone !== '' && line.digits.includes(phone))
  )
}

/** Whether a sentence mentions at least all answers but one; with fewer it may say something else. */
function mentionsMost(line: LineWords, shown: readonly ShownWords[]): boolean {
  const missing = shown.findIndex((one) => !mentions(line, one))
  if (missing === -1) return shown.length >= 3
  return shown.length > 3 && shown.slice(missing + 1).every((one) => mentions(line, one))
}

/** How many letters a line has beside the label and words of an answer; numbers are not counted. */
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

/** The number of an amount, the day of a date, or the hour of a time (12 and 24). */
function numbersOf(value: unknown, text: string): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'string') return []
  const [, day] = /^\d{4}-\d{2}-(\d{2})/.exec(value) ?? []
  const isTime = /^(?:\d{4}-\d{2}-\d{2}T)?\d{2}:\d{2}/.test(value)
  const [, hour] = isTime ? (/(\d{1,2})[:.]\d{2}/.exec(toLatinDigits(text)) ?? []) : []
  const hours =
    hour === undefined ? [] : [Number(hour) % 12, (Number(hour) % 12) + 12, Number(hour)]
  return day === undefined ? hours : [Number(day), ...hours]
}
