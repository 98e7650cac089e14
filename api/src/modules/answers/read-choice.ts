import type { JobField } from '@errand/contract/job-field'
import { withoutIgnorable } from '@errand/contract/visible-text'

import { fold, type AnswerLocale, type AnswerReader, readText, refuse } from './reading.ts'

const yes = new Set([
  'true',
  'yes',
  'y',
  'yeah',
  'yep',
  'ok',
  'okay',
  'sure',
  '1',
  'haan',
  'ha',
  'हाँ',
  'हां',
  'जी',
])
const no = new Set(['false', 'no', 'n', 'nope', '0', 'nahi', 'nahin', 'नहीं', 'ना'])

export const boolean: AnswerReader = (raw) => {
  if (typeof raw === 'boolean') return { value: raw }
  const text = readText(raw, 30) ?? ''
  const answer = readEmojiAnswer(text)
  if (answer !== undefined) return { value: answer }
  const word = fold(text).replace(/[.!]+$/, '')
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return refuse('invalid_boolean', 'Answer yes or no.')
}

/** Stored as the option's value; its label and synonyms mean the same. */
export const select: AnswerReader = (raw, field) => {
  const value = optionFinder(field)(raw)
  return value === undefined ? notAnOption(field) : { value }
}

/** Stored as values in the order of the options, each once. */
export const multiSelect: AnswerReader = (raw, field) => {
  const findOption = optionFinder(field)
  const parts = Array.isArray(raw) ? raw : split(readText(raw, 2000) ?? '', findOption)
  if (parts.length === 0 || parts.length > 100) return notAnOption(field)
  const chosen = new Set(parts.map(findOption))
  if (chosen.has(undefined)) return notAnOption(field)
  const values = (field.options ?? []).map(({ value }) => value)
  return { value: values.filter((value) => chosen.has(value)) }
}

/** A label may hold a comma itself. */
function split(text: string, findOption: FindOption): string[] {
  if (findOption(text) !== undefined) return [text]
  return text.split(/[,;\n]|(?<!\s)\s+(?:and|&|\+)\s+/i).filter((part) => part.trim() !== '')
}

type FindOption = (raw: unknown) => string | undefined

/** Finds options by name; the names are folded once for all parts of an answer. */
function optionFinder({ options = [] }: JobField): FindOption {
  const values = new Set(options.map(({ value }) => value))
  const named = [
    // Labels have priority over all other names, because contacts read them.
    ...options.map(({ value, label }) => [fold(label), value] as const),
    ...options.flatMap(({ value, synonyms = [] }) =>
      [value, ...synonyms].map((name) => [fold(name), value] as const),
    ),
  ]
  // Of two options with one name the first counts.
  const byName = new Map(named.toReversed())
  return (raw) => {
    const written = typeof raw === 'number' ? String(raw) : readText(raw, 200)
    // Two values may differ in nothing but their case.
    if (written === undefined || values.has(written)) return written
    return byName.get(fold(written))
  }
}

function notAnOption({ options = [] }: JobField) {
  const allowed = options.map(({ value }) => value)
  return refuse('not_an_option', 'Choose one of the options.', { allowed })
}

const yesEmoji = new Set(['👍', '👌', '✅', '✔', '☑', '🆗', '💯', '🙏', '❤', '🫶', '🙆'])
const noEmoji = new Set(['👎', '❌', '✖', '❎', '🚫', '⛔', '🙅'])

/** Skin tones and genders, which do not change an emoji's meaning. */
const emojiVariants = /\p{Emoji_Modifier}|\p{Join_Control}[♀♂]/gu

/** The yes or no of a text of only emoji; undefined for any other text, or for both at once. */
export function readEmojiAnswer(text: string): boolean | undefined {
  const signs = Array.from(
    withoutIgnorable(text.replaceAll(emojiVariants, '')).replaceAll(/[\s.!]/g, ''),
  )
  if (signs.length === 0) return undefined
  if (signs.every((sign) => yesEmoji.has(sign))) return true
  return signs.every((sign) => noEmoji.has(sign)) ? false : undefined
}

/** A placeholder: the readers of choices do not use the locale. */
const anyLocale: AnswerLocale = { timeZone: 'UTC', region: 'IN', locales: [], languages: [] }

/** Whether a text consists only of an option of some field, or of a yes or no where a form has fields. */
export function isWholeAnswer(fields: readonly JobField[], text: string): boolean {
  const reads = (reader: AnswerReader, field: JobField) => 'value' in reader(text, field, anyLocale)
  return fields.some((field) => reads(boolean, field) || reads(select, field))
}
