import { type BookingList, bookingListSchema } from '@errand/contract/chats/bookings'
import {
  bookingTimes,
  formAnswerSchema,
  formListSchema,
  type Form,
  type FormAnswer,
  type FormList,
} from '@errand/contract/chats/form'
import { formDataStatuses } from '@errand/contract/chats/form-data'
import { hasBookingDay } from '@errand/contract/job-field'
import { maxSearchLength } from '@errand/contract/search-text'
import { api } from '@errand/shared-auth'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { bookingsKey, chatsKey, responsesKey } from '../chats/chats.queries.ts'
import { parameterReader } from '../chats/session-filter.ts'
import type { Days } from './days.ts'

type Status = (typeof formDataStatuses)[number]
type When = (typeof bookingTimes)[number]

/** Filter and order of the answers to a form; kept in the address. */
export interface AnswerFilter {
  /** Which days the answers are for. */
  when: When | ''
  answeredFrom: string
  answeredTo: string
  status: Status | ''
  q: string
  /** `day`, `contact`, `updatedAt` or `field:` with the key of a field; a leading `-` reverses it. */
  sort: string
}

/** No filter: all answers, latest change first. */
export const emptyAnswerFilter: AnswerFilter = {
  when: '',
  answeredFrom: '',
  answeredTo: '',
  status: '',
  q: '',
  sort: '',
}

export function readAnswerFilter(parameters: URLSearchParams): AnswerFilter {
  const { text, date } = parameterReader(parameters)
  return {
    when: bookingTimes.find((known) => known === text('when')) ?? '',
    answeredFrom: date('answeredFrom'),
    answeredTo: date('answeredTo'),
    status: formDataStatuses.find((known) => known === text('status')) ?? '',
    q: text('q').slice(0, maxSearchLength),
    sort: text('sort'),
  }
}

export const isNarrowed = ({ sort: _sort, ...filter }: AnswerFilter): boolean =>
  Object.values(filter).some((value) => value !== '')

/** The forms whose answers are for a day. */
export const hasDates = ({ fields }: Pick<Form, 'fields'>): boolean => hasBookingDay(fields)

function listForms(cursor: string | null, signal: AbortSignal): Promise<FormList> {
  const searchParams = cursor === null ? {} : { cursor }
  return api.get('chats/forms', { searchParams, signal }).json(formListSchema)
}

interface AnswersRequest {
  id: Form['id']
  filter: AnswerFilter
  cursor: string | null
}

/** A form with one page of its answers. */
function listAnswers(
  { id, filter, cursor }: AnswersRequest,
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
export function downloadAnswers(id: Form['id'], filter: AnswerFilter): Promise<Blob> {
  const searchParams = { ...toQuery(filter), format: 'csv' }
  return api.get(`chats/forms/${encodeURIComponent(id)}`, { searchParams }).blob()
}

const toQuery = (filter: AnswerFilter): Record<string, string> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

/** The owner's forms, latest change first. */
export const formsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...chatsKey, 'forms'],
    queryFn: ({ pageParam, signal }) => listForms(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A form and its answers that match a filter, page by page. */
export const answersQuery = (id: Form['id'], filter: AnswerFilter) =>
  infiniteQueryOptions({
    queryKey: [...responsesKey, id, filter],
    queryFn: ({ pageParam, signal }) => listAnswers({ id, filter, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ responses }) => responses?.nextCursor ?? null,
  })

function listBookings(days: Days, signal: AbortSignal): Promise<BookingList> {
  return api.get('chats/bookings', { searchParams: { ...days }, signal }).json(bookingListSchema)
}

/** The bookings of all jobs on these days. */
export const bookingsQuery = (days: Days) =>
  queryOptions({
    queryKey: [...bookingsKey, days],
    queryFn: ({ signal }) => listBookings(days, signal),
    placeholderData: keepPreviousData,
  })
