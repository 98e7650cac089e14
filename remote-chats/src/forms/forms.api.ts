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

/** Filter and order of the answers to a form; kept in the address. */
export interface FormFilter {
  status: Status | ''
  from: string
  to: string
  /** The key of a column, or `updatedAt`; a leading `-` reverses the order. */
  sort: string
}

/** The default: all answers, latest change first. */
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

/** A form with one page of its answers. */
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

/** All answers that match the filter, as a CSV file. */
export function readFormFile(id: Form['id'], filter: FormFilter): Promise<Blob> {
  const searchParams = { ...toQuery(filter), format: 'csv' }
  return api.get(`chats/forms/${encodeURIComponent(id)}`, { searchParams }).blob()
}

/** The part of the filter that the api supports; other sort orders are applied by the page. */
function toQuery({ status, from, to, sort }: FormFilter): Record<string, string> {
  const query = { status, from, to, sort: sort === 'updatedAt' ? sort : '' }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))
}

/** The owner's forms, latest change first. */
export const formsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...chatsKey, 'forms'],
    queryFn: ({ pageParam, signal }) => listForms(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The key of the answers to all forms, whatever their filter. */
export const responsesKey = [...chatsKey, 'responses'] as const

/** A form and its answers that match a filter, page by page. The page itself sorts by columns. */
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
