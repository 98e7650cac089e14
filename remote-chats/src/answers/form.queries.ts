import { formAnswerSchema, type Form } from '@errand/contract/chats/form'
import { api } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'

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
