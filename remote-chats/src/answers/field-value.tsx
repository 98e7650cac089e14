import { formAnswerSchema, type Form } from '@errand/contract/chats/form'
import { wallClockOf } from '@errand/contract/iso-time'
import type { JobField } from '@errand/contract/job-field'
import { api } from '@errand/shared-auth'
import { useFormats, type Formats } from '@errand/shared-ui'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import { useWords } from '../words/words.ts'

interface FieldValueProps {
  value: unknown
  /** The field, if known; it determines the format. */
  field?: JobField | undefined
}

/** An answer in readable form. */
export function FieldValue({ value, field }: FieldValueProps) {
  const formats = useFormats()
  const say = useWords()
  if (value === null || value === undefined || value === '') return <span>—</span>
  if (typeof value === 'boolean') return <span>{say(value ? 'yes' : 'no')}</span>
  if (Array.isArray(value)) {
    const labels = value.map((one) => labelOf(String(one), field))
    return <span dir="auto">{formats.list(labels)}</span>
  }
  return <span dir="auto">{formatValue(value, field, formats)}</span>
}

const labelOf = (value: string, field: JobField | undefined): string =>
  field?.options?.find((option) => option.value === value)?.label ?? value

function formatValue(value: unknown, field: JobField | undefined, formats: Formats): string {
  const currency = field?.type === 'currency' ? field.validation?.currency : undefined
  if (typeof value === 'number') {
    return currency === undefined
      ? formats.number(value, { useGrouping: field?.type !== 'rating', maximumFractionDigits: 20 })
      : formats.number(value, { style: 'currency', currency })
  }
  if (typeof value !== 'string') return objectText(value)
  // By the clock that was agreed on, not by that of the reader.
  const clock = field?.type === 'datetime' ? wallClockOf(value) : undefined
  if (clock !== undefined)
    return formats.date(`${clock}Z`, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  // A date without a time must not shift with the time zone.
  if (field?.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return formats.date(`${value}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })
  }
  return labelOf(value, field)
}

/** A file by its name, a place by what it is called and where it is. */
export function objectText(value: unknown): string {
  const { fileName, mimeType, name, address, latitude, longitude } = Object(value) as Partial<
    Record<string, string | number>
  >
  if (mimeType !== undefined) return String(fileName ?? mimeType)
  return [name, address, latitude, longitude]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
}

/** The fields that a session collects, in order. */
export const fieldsQuery = (formId: Form['id'] | null) =>
  queryOptions({
    queryKey: [...chatsKey, 'fields', formId],
    queryFn: async ({ signal }) => {
      const { form } = await api.get(`chats/forms/${formId}`, { signal }).json(formAnswerSchema)
      return form.fields.toSorted((one, other) => one.order - other.order)
    },
    enabled: formId !== null,
    staleTime: 60_000,
  })
