import { readFormCall, type Form } from '@errand/contract/chats/form'
import type { JobField } from '@errand/contract/job-field'
import { readableAnswer } from '@errand/contract/readable-answer'
import { callApi } from '@errand/shared-auth'
import { useFormats } from '@errand/shared-ui'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../../data/chats.queries.ts'
import { useWords } from '../../words/words.ts'

interface FieldValueProps {
  value: unknown
  /** The field, if known; it determines the format. */
  field?: JobField | undefined
}

/** An answer in readable form. */
export function FieldValue({ value, field }: FieldValueProps) {
  const formats = useFormats()
  const say = useWords()
  const currency = field?.validation?.currency
  const text = readableAnswer(value, { ...field, currency }, { formats, say })
  return text === '' ? <span>—</span> : <span dir="auto">{text}</span>
}

/** The fields that a session collects, in order. */
export const fieldsQuery = (formId: Form['id'] | null) =>
  queryOptions({
    queryKey: [...chatsKey, 'fields', formId],
    queryFn: async ({ signal }) => {
      const { form } = await callApi(readFormCall, { id: String(formId), signal })
      return form.fields.toSorted((one, other) => one.order - other.order)
    },
    enabled: formId !== null,
    staleTime: 60_000,
  })
