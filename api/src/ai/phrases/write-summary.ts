import type { JobField } from '@errand/contract/job-field'

import { answerText } from '../../form-data/answer-text.ts'
import { askedFields } from '../../form-data/progress.ts'
import type { Phrases } from './phrases.ts'

type Values = Readonly<Record<string, unknown>>

/** All answers in a list, and the question whether they are right. */
export function summaryOf(fields: readonly JobField[], values: Values, phrases: Phrases): string {
  const lines = askedFields(fields, values)
    .filter(({ key }) => Object.hasOwn(values, key))
    .map((field) => `• ${field.label}: ${valueText(field, values[field.key], phrases)}`)
  return phrases.summary(lines.join('\n'))
}

function valueText(field: JobField, value: unknown, phrases: Phrases): string {
  const { locale, yes, no, received } = phrases
  const { type, options = [], validation } = field
  const labelOf = (one: unknown) =>
    options.find((option) => option.value === one)?.label ?? String(one)
  if (typeof value === 'boolean') return value ? yes : no
  if (Array.isArray(value)) return new Intl.ListFormat(locale).format(value.map(labelOf))
  if (typeof value === 'number') {
    const style = { style: 'currency', currency: validation?.currency ?? 'INR' } as const
    return value.toLocaleString(locale, {
      ...(type === 'currency' && { ...style, trailingZeroDisplay: 'stripIfInteger' }),
    })
  }
  if (typeof value === 'string') {
    if (type === 'select') return labelOf(value)
    return type === 'date' || type === 'datetime' ? dayText(value, locale) : value
  }
  return type === 'file' ? received : placeText(value)
}

const placeText = (value: unknown): string => {
  const { name, address } = Object(value) as { name?: unknown; address?: unknown }
  if (typeof name === 'string' && name !== '') return name
  return typeof address === 'string' && address !== '' ? address : answerText(value)
}

/** `Sun, 22 Nov 2026, 17:00`, on the clock that it is kept with. */
function dayText(value: string, locale: string): string {
  const [day = '', time = ''] = value.split('T')
  const date = new Date(`${day}T${time === '' ? '00:00' : time.slice(0, 5)}Z`)
  return date.toLocaleString(locale, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(time !== '' && { hour: '2-digit', minute: '2-digit' }),
  })
}
