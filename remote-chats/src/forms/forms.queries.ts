import type { Form } from '@errand/contract/chats/form'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import type { FormFilter } from './form-filter.ts'
import { listForms, readForm } from './forms.api.ts'

/** The owner's forms, the latest change first. */
export const formsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...chatsKey, 'forms'],
    queryFn: ({ pageParam, signal }) => listForms(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** What was answered to one form, whatever it is narrowed to. */
export const responsesKey = (id: Form['id']) => [...chatsKey, 'responses', id] as const

/** A form and its answers under a filter, page by page. The order of columns is the page's own. */
export const responsesQuery = (id: Form['id'], { sort, ...filter }: FormFilter) => {
  const asked = { ...filter, sort: sort === 'updatedAt' ? sort : '-updatedAt' }
  return infiniteQueryOptions({
    queryKey: [...responsesKey(id), asked],
    queryFn: ({ pageParam, signal }) => readForm({ id, filter: asked, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ responses }) => responses?.nextCursor ?? null,
  })
}
