import {
  formAnswerSchema,
  formListSchema,
  type Form,
  type FormAnswer,
  type FormList,
} from '@errand/contract/chats/form'
import { formDataStatuses } from '@errand/contract/chats/form-data'
import { api } from '@errand/shared-auth'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'
import { parameterReader } from '../chats/session-filter.ts'

type Status = (typeof formDataStatuses)[number]

/** What the answers to a form are narrowed to and ordered by; lives in the address. */
export interface FormFilter {
  status: Status | ''
  from: string
  to: string
  /** A column, or the time of the last change; with `-` in front the other way round. */
  sort: string
}

/** All answers, the latest change first. */
export const emptyFormFilter: FormFilter = { status: '', from: '', to: '', sort: '-updatedAt' }

export function readFormFilter(parameters: URLSearchParams): FormFilter {
  const { text, date } = parameterReader(parameters)
  return {
    status: formDataStatuses.find((known) => known === text('status')) ?? '',
    from: date('from'),
    to: date('to'),
    sort: text('sort') || emptyFormFilter.sort,
  }
}

export const isFormNarrowed = ({ status, from, to }: FormFilter): boolean =>
  [status, from, to].some((value) => value !== '')

function listForms(cursor: string | null, signal: AbortSignal): Promise<FormList> {
  const searchParams = cursor === null ? {} : { cursor }
  return api.get('chats/forms', { searchParams, signal }).json(formListSchema)
}

interface FormPageRequest {
  id: Form['id']
  filter: FormFilter
  cursor: string | null
}

/** A form with a page of what was answered. */
function readForm(
  { id, filter, cursor }: FormPageRequest,
  signal: AbortSignal,
): Promise<FormAnswer> {
  const searchParams = {
    responses: 'true',
    ...toQuery(filter),
    ...(cursor !== null && { cursor }),
  }
  return api
    .get(`chats/forms/${encodeURIComponent(id)}`, { searchParams, signal })
    .json(formAnswerSchema)
}

/** All that the filter leaves, as a table that opens in a spreadsheet. */
export function readFormFile(id: Form['id'], filter: FormFilter): Promise<Blob> {
  const searchParams = { ...toQuery(filter), format: 'csv' }
  return api.get(`chats/forms/${encodeURIComponent(id)}`, { searchParams }).blob()
}

/** The part of a filter that the api knows; the order of columns is the page's own. */
function toQuery({ status, from, to, sort }: FormFilter): Record<string, string> {
  const query = { status, from, to, sort: sort === 'updatedAt' ? sort : '' }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** The owner's forms, the latest change first. */
export const formsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...chatsKey, 'forms'],
    queryFn: ({ pageParam, signal }) => listForms(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** What was answered to all forms, whatever it is narrowed to. */
export const responsesKey = [...chatsKey, 'responses'] as const

/** A form and its answers under a filter, page by page. The order of columns is the page's own. */
export const responsesQuery = (id: Form['id'], { sort, ...filter }: FormFilter) => {
  const apiFilter = { ...filter, sort: sort === 'updatedAt' ? sort : '-updatedAt' }
  return infiniteQueryOptions({
    queryKey: [...responsesKey, id, apiFilter],
    queryFn: ({ pageParam, signal }) =>
      readForm({ id, filter: apiFilter, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ responses }) => responses?.nextCursor ?? null,
  })
}
