import type { JobField } from '@errand/contract/job-field'

import { foldWord } from './plain-text.ts'
import words from './quantity-words.json' with { type: 'json' }

type Kind = keyof typeof words.units

interface Unit {
  id: number
  kind: Kind
}

/** Units of counts and measures by each of their words in the supported languages. */
const byWord = new Map<string, Unit>(
  (Object.keys(words.units) as Kind[])
    .flatMap((kind) => [words.units[kind]].flat().map((spellings) => ({ kind, spellings })))
    .flatMap(({ kind, spellings }, id) =>
      spellings.split(' ').map((word): [string, Unit] => [foldWord(word), { id, kind }]),
    ),
)

/** The unit that a word is, in any of the languages that are read. */
export const unitOf = (word: string): Unit | undefined =>
  byWord.get(foldWord(word.replaceAll(/[.' ]+(?=\p{L})/gu, '')))

/** A field with such a word asks for an age in years. */
const ageWord = /^(?:age|aged|old|edad|idade|âge|alter|alt|umar|umr|उम्र|आयु|عمر|العمر)$/

/** Whether a field asks for a number of people. */
export function countsPeople({ key, label, question = '' }: JobField): boolean {
  const named = wordsIn(`${key.replaceAll('_', ' ')} ${label} ${question}`)
  const isPeople = (word: string) =>
    unitOf(word)?.kind === 'people' || /^(?:party|seats?|covers?)$/.test(word)
  return named.some(isPeople) && !isAboutAge(named)
}

const isAboutAge = (named: readonly string[]): boolean => named.some((word) => ageWord.test(word))

const aboutFields = new WeakMap<JobField, ReadonlySet<string>>()

/** All words that the owner has written about a field. */
function wordsAbout(field: JobField): ReadonlySet<string> {
  const known = aboutFields.get(field)
  if (known !== undefined) return known
  const { key, label, question = '', help = '', example = '' } = field
  const text = [key.replaceAll('_', ' '), label, question, help, example].join(' ')
  const named = new Set(wordsIn(text).map(foldWord))
  aboutFields.set(field, named)
  return named
}

const unitsNamed = (field: JobField): Unit[] =>
  Array.from(wordsAbout(field)).flatMap((word) => unitOf(word) ?? [])

/** Whether a field names a unit, so that a number with this unit is probably its answer. */
export const namesUnit = (field: JobField): boolean => unitsNamed(field).length > 0

const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll(/(?<!\p{L})(?:m[²2]|sq\.? ?m)(?!\p{L})/gu, 'sqm')
    .replaceAll(/(?<!\p{L})sq\.? ?ft/gu, 'sqft')
    .match(/[\p{L}\p{M}]+|%/gu) ?? []

/** Whether a number with this unit is what a field asks for: grams are no answer to `How many kilos?`. */
export function isUnitForField(word: string, field: JobField): boolean {
  const unit = unitOf(word)
  if (unit === undefined) return wordsAbout(field).has(foldWord(word))
  if (unit.kind === 'clock' || field.type === 'currency') return false
  if (field.type === 'rating') return unit.kind === 'stars'
  const named = unitsNamed(field)
  if (named.some(({ id }) => id === unit.id)) return true
  // Of a room's size people say metres.
  if (unit.id === unitOf('metre')?.id) return named.some(({ id }) => id === unitOf('sqm')?.id)
  // `5M` and `5MM` are five million to some, and `5L` five lakh.
  if (/^(?:mm?|l)$/.test(word)) return false
  if (isAboutAge([...wordsAbout(field)])) return unit.id === unitOf('years')?.id
  if (countsPeople(field))
    return (
      unit.kind === 'people' ||
      (unit.kind === 'count' && named.some(({ kind }) => kind === 'count'))
    )
  if (unit.kind === 'percent' || unit.kind === 'stars') return false
  if (named.length > 0) return unit.kind === 'count' && named.some(({ kind }) => kind === 'count')
  return true
}
