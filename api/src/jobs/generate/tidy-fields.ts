import { isChoice, type JobField, type JobFieldType } from '@errand/contract/job-field'

import type { DraftedField } from '../../ai/drafts.ts'
import { fold } from '../../form-data/reading.ts'

const mostFields = 30
const longest = { key: 40, label: 60, question: 300, help: 200, example: 200, option: 60 }
const mostOptions = 30

/** Drafted fields as a job can have them: what breaks a rule is mended in the plainest way. */
export function tidyFields(drafted: readonly DraftedField[]): JobField[] {
  const taken = new Set<string>()
  return drafted.slice(0, mostFields).map((field, order) => {
    const { type, ...options } = tidyChoice(field)
    return {
      key: freeKey(field, taken),
      label: cut(field.label, longest.label) || 'Answer',
      order,
      type,
      required: field.required,
      sensitive: field.sensitive,
      ...text('question', field.question),
      ...text('help', field.help),
      ...text('example', field.example),
      ...options,
    }
  })
}

function text(name: 'question' | 'help' | 'example', value: string | null) {
  const written = cut(value ?? '', longest[name])
  return written === '' ? {} : { [name]: written }
}

/** `Delivery date` becomes `delivery_date`, and a second one `delivery_date_2`. */
function freeKey({ key, label }: DraftedField, taken: Set<string>): string {
  const base = toKey(key) || toKey(label) || 'answer'
  let free = base
  for (let count = 2; taken.has(free); count += 1) {
    const suffix = `_${count}`
    free = base.slice(0, longest.key - suffix.length) + suffix
  }
  taken.add(free)
  return free
}

const toKey = (written: string): string =>
  written
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, longest.key)
    .replace(/_+$/, '')

/** A choice of less than two is none. */
function tidyChoice(field: DraftedField): { type: JobFieldType } & Pick<JobField, 'options'> {
  if (!isChoice(field.type)) return { type: field.type }
  const seen = new Set<string>()
  const options = (field.options ?? [])
    .map(({ value, label }) => ({
      value: short(value) || short(label),
      label: short(label) || short(value),
    }))
    .filter(({ value, label }) => {
      const words = [fold(value), fold(label)]
      const isNew = value !== '' && words.every((word) => !seen.has(word))
      for (const word of words) seen.add(word)
      return isNew
    })
    .slice(0, mostOptions)
  return options.length < 2 ? { type: 'text' } : { type: field.type, options }
}

const short = (written: string): string => cut(written, longest.option)

/** The beginning of a text, never within a character: no database keeps half of one. */
export const cut = (written: string, length: number): string =>
  written
    .trim()
    .slice(0, length)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim()
