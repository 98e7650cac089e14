import type { JobField } from '@errand/contract/job-field'

import { fold, readText, refuse, type Reader } from './reading.ts'

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

export const boolean: Reader = (raw) => {
  if (typeof raw === 'boolean') return { value: raw }
  const word = fold(readText(raw, 30) ?? '').replace(/[.!]+$/, '')
  if (yes.has(word)) return { value: true }
  if (no.has(word)) return { value: false }
  return refuse('invalid_boolean', 'Answer yes or no.')
}

/** Kept as the option's value; its label and synonyms mean the same. */
export const select: Reader = (raw, field) => {
  const value = findOption(field, raw)
  return value === undefined ? notAnOption(field) : { value }
}

/** Kept as values in the order of the options, each once. */
export const multiSelect: Reader = (raw, field) => {
  const parts = Array.isArray(raw) ? raw : split(field, readText(raw, 2000) ?? '')
  if (parts.length === 0 || parts.length > 100) return notAnOption(field)
  const chosen = new Set(parts.map((part) => findOption(field, part)))
  if (chosen.has(undefined)) return notAnOption(field)
  const values = (field.options ?? []).map(({ value }) => value)
  return { value: values.filter((value) => chosen.has(value)) }
}

/** A label may hold a comma itself. */
function split(field: JobField, text: string): string[] {
  if (findOption(field, text) !== undefined) return [text]
  return text.split(/[,;\n]|\s+(?:and|&|\+)\s+/i).filter((part) => part.trim() !== '')
}

function findOption({ options = [] }: JobField, raw: unknown): string | undefined {
  const written = typeof raw === 'number' ? String(raw) : readText(raw, 200)
  if (written === undefined) return undefined
  // Two values may differ in nothing but their case.
  const exact = options.find(({ value }) => value === written)
  if (exact !== undefined) return exact.value
  const word = fold(written)
  return options.find(({ value, label, synonyms = [] }) =>
    [value, label, ...synonyms].some((name) => fold(name) === word),
  )?.value
}

function notAnOption({ options = [] }: JobField) {
  const allowed = options.map(({ value }) => value)
  return refuse('not_an_option', 'Choose one of the options.', { allowed })
}
