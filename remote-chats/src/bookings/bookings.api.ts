import { listBookingsCall } from '@errand/contract/chats/bookings'
import { bookingTimes, listFormsCall, readFormCall, type Form } from '@errand/contract/chats/form'
import { formDataStatuses } from '@errand/contract/chats/form-data'
import { hasBookingDay } from '@errand/contract/job-field'
import { maxSearchLength } from '@errand/contract/search-text'
import { callApi } from '@errand/shared-auth'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { bookingsKey, chatsKey, responsesKey } from '../data/chats.queries.ts'
import type { Days } from '../data/days.ts'
import { parameterReader } from '../data/session-filter.ts'

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

/** The owner's forms, latest change first. */
export const formsQuery = () =>
  infiniteQueryOptions({
    queryKey: [...chatsKey, 'forms'],
    queryFn: ({ pageParam, signal }) =>
      callApi(listFormsCall, { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A form and its answers that match a filter, page by page. */
export const answersQuery = (id: Form['id'], filter: AnswerFilter) =>
  infiniteQueryOptions({
    queryKey: [...responsesKey, id, filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(readFormCall, {
        id,
        query: { responses: true, ...filter, cursor: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ responses }) => responses?.nextCursor ?? null,
  })

/** The bookings of all jobs on these days. */
export const bookingsQuery = (days: Days) =>
  queryOptions({
    queryKey: [...bookingsKey, days],
    queryFn: ({ signal }) => callApi(listBookingsCall, { query: days, signal }),
    placeholderData: keepPreviousData,
  })
