import { toLatinDigits } from '@errand/contract/search-text'

import type { ShownAnswer } from '../ai/phrases/write-phrases.ts'
import { sentencesOf } from '../ai/sentences.ts'
import type { Collected } from '../form-data/collected.ts'
import { fold } from '../form-data/reading.ts'
import { hasWords } from './turn-answers.ts'

const bullet = /^\s*(?:[-–•*·▪◦‣✓✔✅☑]|\d{1,2}[.)])\s*/u
/** `Name: Asha`, also between stars. */
const labelled = /^[\s*_]*([^:：\n]{1,60}?)[\s*_]*[:：][\s*_]*(\S.*)$/u
const introduces = /[:：]\s*$/u
const asks = /[?？؟]\s*$/u

/** What stands in a line, or in a reply, for an answer: its text, or the numbers of its day. */
interface Spoken {
  label: string
  words: string[]
  numbers: number[]
}

/**
 * What a reply says besides the answers that it lists or tells over and the question whether they are
 * right: an acknowledgement, what the team still has to look at. Models word a list each in their
 * own way, in any language, so it is known by the answers that stand in it.
 */
export function besidesAnswers(
  reply: string,
  answers: readonly ShownAnswer[],
  { values, fields }: Pick<Collected, 'values' | 'fields'>,
): string {
  const spoken = answers.map(({ key, label, text }): Spoken => {
    const value = values[key]
    const { options = [] } = fields.find((field) => field.key === key) ?? {}
    const chosen = new Set<unknown>([value].flat())
    const names = options.flatMap(({ value: id, label: name, synonyms = [] }) =>
      chosen.has(id) ? [name, ...synonyms] : [],
    )
    const words = [text, ...names, ...(typeof value === 'string' ? [value] : [])]
    return {
      label: fold(label),
      words: words.flatMap((word) => (word.length < 2 ? [] : [fold(word)])),
      numbers: numbersOf(value),
    }
  })
  const kept: string[] = []
  // What introduces a list goes with it.
  let isAboveList = true
  for (const line of reply.split('\n').toReversed()) {
    if (line.trim() === '') continue
    if (isListed(line, spoken)) {
      isAboveList = true
      continue
    }
    const sentences = sentencesOf(line).filter((sentence) => !asks.test(sentence))
    if (isAboveList && introduces.test(sentences.at(-1) ?? '')) sentences.pop()
    isAboveList = false
    kept.push(
      sentences
        .filter((sentence) => !tellsAll(sentence, spoken))
        .join('')
        .trim(),
    )
  }
  return kept
    .filter((line) => line !== '')
    .toReversed()
    .join('\n')
}

/** A line without its questions. */
export const withoutQuestions = (line: string): string =>
  sentencesOf(line)
    .filter((sentence) => !asks.test(sentence))
    .join('')
    .trim()

/** A line of a list of answers. What a list says of no answer is no part of it. */
function isListed(line: string, spoken: readonly Spoken[]): boolean {
  const text = line.replace(bullet, '')
  const [, label = '', rest = ''] = labelled.exec(text) ?? []
  const named = spoken.find((one) => one.label === fold(label))
  if (named !== undefined) return true
  if (text !== line) return label !== '' || spoken.some((one) => isSpokenIn(text, one))
  // Little more than the answer, so that a sentence with a colon stays.
  return spoken.some(
    (one) => isSpokenIn(rest, one) && rest.length <= 15 + Math.max(...one.words.map(lengthOf), 10),
  )
}

const lengthOf = (text: string): number => text.length

/** A sentence with (nearly) all answers in it; one that speaks of two of them may say what else is to be known. */
function tellsAll(sentence: string, spoken: readonly Spoken[]): boolean {
  const told = spoken.filter((one) => isSpokenIn(sentence, one)).length
  return told >= 3 && told >= spoken.length - 1
}

function isSpokenIn(text: string, { words, numbers }: Spoken): boolean {
  const folded = fold(toLatinDigits(text))
  if (words.some((word) => hasWords(folded, word))) return true
  const said = new Set((folded.match(/\d+/g) ?? []).map(Number))
  return numbers.length > 0 && numbers.every((number) => said.has(number))
}

/** The number of an amount; the day, and the hour on a clock of either kind, of a date. */
function numbersOf(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  const [, day] = typeof value === 'string' ? (/^\d{4}-\d{2}-(\d{2})/.exec(value) ?? []) : []
  return day === undefined ? [] : [Number(day)]
}
