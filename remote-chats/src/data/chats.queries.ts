import { readBillingSummaryCall } from '@errand/contract/billing/summary'
import { listSessionsCall, type Contact } from '@errand/contract/chats/session'
import { listTemplatesCall } from '@errand/contract/chats/template'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { contactHandle } from '@errand/contract/visible-text'
import { callApi, pollPause, profileQuery } from '@errand/shared-auth'
import { useFormats } from '@errand/shared-ui'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'

import { emptyFilter, toQuery, type SessionFilter } from './session-filter.ts'

/** The cache key of everything about chats, including the dashboard's numbers. */
export const chatsKey = ['chats'] as const

/** The key of the answers to all forms, whatever their filter. */
export const responsesKey = [...chatsKey, 'responses'] as const

/** The key of the bookings of all jobs, whatever their days. */
export const bookingsKey = [...chatsKey, 'bookings'] as const

/** The key of all lists of sessions, whatever their filter. */
export const listsKey = [...chatsKey, 'list'] as const

/** The owner's sessions that match a filter, page by page. */
export const sessionsQuery = (filter: SessionFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      callApi(listSessionsCall, { query: { ...toQuery(filter), cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Events keep it up to date, so there is no need to refetch hundreds of pages.
    staleTime: Infinity,
  })

/** The key of all counts. */
export const totalsKey = [...chatsKey, 'totals'] as const

/** The counts of all views, whichever one is selected. */
export const totalsQuery = ({ sort: _sort, view: _view, ...rest }: SessionFilter) =>
  queryOptions({
    queryKey: [...totalsKey, rest],
    queryFn: async ({ signal }) => {
      const query = { ...toQuery({ ...emptyFilter, ...rest }), limit: 1 }
      return (await callApi(listSessionsCall, { query, signal })).totals
    },
  })

const maxTemplateCalls = 6

/** The approved templates, for closed windows and the template picker. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'templates'],
    queryFn: async ({ signal }) => (await callApi(listTemplatesCall, { signal })).items,
    staleTime: 5 * 60_000,
    // The first call makes the api ask the provider; new approvals arrive some seconds later.
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const calls = dataUpdateCount + errorUpdateCount
      if (data?.length !== 0 || calls >= maxTemplateCalls) return false
      return pollPause(error, calls, { shortestMs: 2000, longestMs: 10_000 })
    },
  })

/** The key of the sessions of each contact. */
export const chatsWithKey = [...chatsKey, 'with'] as const

/** All sessions of a contact, newest first, found by the contact's name or number. */
export const chatsWithQuery = (contact: Contact) =>
  queryOptions({
    queryKey: [...chatsWithKey, contact.id],
    queryFn: async ({ signal }) => {
      const q = contactHandle(contact) || contact.name
      const { items } = await callApi(listSessionsCall, { query: { q, limit: 20 }, signal })
      return items.filter((session) => session.contact.id === contact.id)
    },
  })

/** The owner's inbox settings; defaults until they are loaded. */
export function useInboxSettings() {
  const { data: user } = useQuery(profileQuery())
  const { inbox, business } = user?.settings ?? defaultPreferences
  return { inbox, business, channel: user?.settings.whatsapp, user }
}

/** The price of a message. */
const priceQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'price'],
    queryFn: ({ signal }) => callApi(readBillingSummaryCall, { signal }),
    select: ({ plan, unit }) => ({ plan: plan.state, unit }),
    staleTime: 5 * 60_000,
  })

/** The price of a message for a button, `₹0.20`; undefined while it is free or unknown. */
export function useUnitPrice(): string | undefined {
  const { data } = useQuery(priceQuery())
  const formats = useFormats()
  if (data === undefined || data.plan === 'trial') return undefined
  const [whole = '0', part = ''] = data.unit.price.split('.')
  return formats.money(BigInt(whole + part), data.unit.currency, part.length)
}
