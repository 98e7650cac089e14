import { formAnswerSchema, type Form } from '@errand/contract/chats/form'
import { api } from '@errand/shared-auth'
import { useFormats, type Formats } from '@errand/shared-ui'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import { useWords } from '../words/words.ts'

type Options = readonly { value: string; label: string }[]

interface FieldValueProps {
  value: unknown
  type?: string | undefined
  options?: Options | undefined
  currency?: string | undefined
}

const noOptions: Options = []

/** An answer as people write it. */
export function FieldValue({ value, type, options = noOptions, currency }: FieldValueProps) {
  const formats = useFormats()
  const say = useWords()
  if (value === null || value === undefined || value === '') return <span>—</span>
  if (typeof value === 'boolean') return <span>{say(value ? 'yes' : 'no')}</span>
  if (Array.isArray(value)) {
    const labels = value.map((one) => labelOf(String(one), options))
    return <span dir="auto">{formats.list(labels)}</span>
  }
  return <span dir="auto">{textOf({ value, type, currency }, formats, options)}</span>
}

const labelOf = (value: string, options: Options): string =>
  options.find((option) => option.value === value)?.label ?? value

/** In the words of the page's language, where the type says what the value is. */
function textOf(
  { value, type, currency }: Pick<FieldValueProps, 'value' | 'type' | 'currency'>,
  formats: Formats,
  options: Options = noOptions,
): string {
  if (typeof value === 'number') {
    return type === 'currency' && currency !== undefined
      ? formats.number(value, { style: 'currency', currency })
      : formats.number(value, { useGrouping: type !== 'rating', maximumFractionDigits: 20 })
  }
  if (typeof value !== 'string') return JSON.stringify(value)
  if (type === 'datetime' && isMoment(value)) return formats.dateTime(value)
  // A day is the same day everywhere: no time zone may move it.
  if (type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return formats.date(`${value}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })
  }
  return labelOf(value, options)
}

const isMoment = (value: string): boolean => !Number.isNaN(Date.parse(value))

/** The fields that a chat collects, in their order. */
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
