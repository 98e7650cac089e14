import { wallClockOf } from '@errand/contract/iso-time'
import type { JobField } from '@errand/contract/job-field'
import { searchTextOf } from '@errand/contract/search-text'
import type { Preferences } from '@errand/contract/settings'

import { phrasesFor } from '../phrases/phrases.ts'
import { phoneText } from './phones.ts'

/** How answers are formatted for an owner. */
export interface DisplayFormat {
  locale: string
  yes: string
  no: string
}

export function displayFormatOf({
  locale,
}: Pick<Preferences['business'], 'locale'>): DisplayFormat {
  const { yes, no } = phrasesFor(locale) ?? { yes: 'Yes', no: 'No' }
  return { locale, yes: capitalise(yes), no: capitalise(no) }
}

export const capitalise = (text: string): string =>
  text.slice(0, 1).toLocaleUpperCase() + text.slice(1)

/**
 * An answer for a table: labels of options, moments by the clock that was agreed on, phone numbers with
 * spaces. Numbers stay numbers, so that a spreadsheet can add them up.
 */
export function readableCell(
  value: unknown,
  field: Pick<JobField, 'type' | 'options'> | undefined,
  { yes, no }: DisplayFormat,
): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? yes : no
  const labelOf = (one: unknown): string => labelIn(field?.options ?? [], one)
  if (Array.isArray(value)) return value.map(labelOf).join('; ')
  if (typeof value !== 'string') return placeText(value)
  if (field?.type === 'phone') return phoneText(value)
  return field?.type === 'datetime' ? momentText(value) : labelOf(value)
}

/** The same for a text, with numbers and amounts in the format of the owner's locale. */
export function readableText(
  value: unknown,
  field: Pick<JobField, 'type' | 'options' | 'validation'> | undefined,
  reading: DisplayFormat,
): string {
  if (typeof value !== 'number') return String(readableCell(value, field, reading))
  const currency = field?.type === 'currency' ? field.validation?.currency : undefined
  return value.toLocaleString(reading.locale, {
    maximumFractionDigits: 20,
    ...(currency !== undefined && {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
      maximumFractionDigits: 3,
    }),
  })
}

/** The answers as they are searched: labels of options, names of places and files, all else as stored. */
export const answersSearchText = (
  fields: readonly Pick<JobField, 'key' | 'options'>[],
  values: Readonly<Record<string, unknown>>,
): string =>
  searchTextOf(
    Object.entries(values)
      .flatMap(([key, value]) => {
        const options = fields.find((field) => field.key === key)?.options ?? []
        return [value].flat().map((one) => labelIn(options, one))
      })
      .join('\n'),
  )

const labelIn = (options: NonNullable<JobField['options']>, value: unknown): string =>
  options.find((option) => option.value === value)?.label ?? answerText(value)

/** `2026-11-22 17:00`; a value that is no moment stays as it is. */
const momentText = (value: string): string => wallClockOf(value)?.replace('T', ' ') ?? value

/** A location's name, address and coordinates; a file's name, or else its type. */
function placeText(value: unknown): string {
  const { name, address, latitude, fileName, mimeType } = Object(value) as Record<string, unknown>
  if (typeof mimeType === 'string') return typeof fileName === 'string' ? fileName : mimeType
  const called = [name, address].filter((part) => typeof part === 'string' && part !== '')
  const isShared = typeof latitude === 'number'
  return [...called, ...(isShared || called.length === 0 ? [answerText(value)] : [])]
    .filter((part) => part !== '')
    .join(', ')
}

/** A value as text, without knowledge of its field. */
export function answerText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'string') return value
  if (typeof value !== 'object') return JSON.stringify(value)
  if ('latitude' in value && 'longitude' in value)
    return [value.latitude, value.longitude].join(', ')
  if ('address' in value && typeof value.address === 'string') return value.address
  const name = 'fileName' in value ? value.fileName : undefined
  return typeof name === 'string' ? name : JSON.stringify(value)
}
