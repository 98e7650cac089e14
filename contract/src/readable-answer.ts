import { wallClockOf } from './iso-time.ts'

/** How an answer is formatted: by its field. */
interface AnswerFormat {
  type?: string | undefined
  currency?: string | undefined
  options?: readonly { value: string; label: string }[] | undefined
}

/** The reader's locale formats, and the words for booleans. */
interface AnswerWriting {
  formats: {
    number: (value: number, options?: Intl.NumberFormatOptions) => string
    date: (when: string, options?: Intl.DateTimeFormatOptions) => string
    list: (items: readonly string[]) => string
  }
  say: (word: 'yes' | 'no') => string
}

/** An answer as a person reads it; empty where there is none. */
export function readableAnswer(
  value: unknown,
  format: AnswerFormat,
  writing: AnswerWriting,
): string {
  const { formats, say } = writing
  const { type, currency } = format
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no')
  if (Array.isArray(value))
    return formats.list(value.map((one) => readableAnswer(one, format, writing)))
  if (typeof value === 'number') {
    return type === 'currency' && currency
      ? formats.number(value, { style: 'currency', currency })
      : formats.number(value, { useGrouping: type !== 'rating', maximumFractionDigits: 20 })
  }
  if (typeof value !== 'string') return objectText(value)
  // By the clock that was agreed on, not by that of the reader.
  const clock = type === 'datetime' ? wallClockOf(value) : undefined
  if (clock !== undefined)
    return formats.date(`${clock}Z`, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  // A date without a time must not shift with the time zone.
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value))
    return formats.date(`${value}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })
  return format.options?.find((option) => option.value === value)?.label || value
}

/** A file by its name, a location by what it is called and where it is. */
export function objectText(value: unknown): string {
  const { fileName, mimeType, name, address, latitude, longitude } = Object(value) as Partial<
    Record<string, string | number>
  >
  if (mimeType !== undefined) return String(fileName ?? mimeType)
  return [name, address, latitude, longitude]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}
