import { contactHandle } from '@errand/contract/visible-text'
import { billingSummarySchema } from '@errand/contract/billing/summary'
import type { Contact } from '@errand/contract/chats/session'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { api, pollPause, profileQuery } from '@errand/shared-auth'
import { useFormats } from '@errand/shared-ui'
import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query'

import { listSessions, listTemplates } from './chats.api.ts'
import { emptyFilter, toQuery, type SessionFilter } from './session-filter.ts'

/** Everything about chats in the cache, the dashboard's numbers included. */
export const chatsKey = ['chats'] as const

/** All lists of chats, whatever they are narrowed to. */
export const listsKey = [...chatsKey, 'list'] as const

/** The owner's chats under a filter, page by page. */
export const sessionsQuery = (filter: SessionFilter) =>
  infiniteQueryOptions({
    queryKey: [...listsKey, filter],
    queryFn: ({ pageParam, signal }) =>
      listSessions({ ...toQuery(filter), cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Events keep it up to date; reading hundreds of pages again would not make it truer.
    staleTime: Infinity,
  })

/** All counts of chats. */
export const totalsKey = [...chatsKey, 'totals'] as const

/** How many chats there are behind each chip, whichever of them is chosen. */
export const totalsQuery = ({ sort: _sort, view: _view, ...rest }: SessionFilter) =>
  queryOptions({
    queryKey: [...totalsKey, rest],
    queryFn: async ({ signal }) =>
      (await listSessions({ ...toQuery({ ...emptyFilter, ...rest }), limit: 1 }, signal)).totals,
  })

const maxTemplateCalls = 6

/** The approved texts for chats whose window is closed, and for whoever looks for one. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'templates'],
    queryFn: ({ signal }) => listTemplates(signal),
    staleTime: 5 * 60_000,
    // Whoever asks first has the provider asked: what it has approved is there some seconds later.
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const calls = dataUpdateCount + errorUpdateCount
      if (data?.length !== 0 || calls >= maxTemplateCalls) return false
      return pollPause(error, calls, { shortestMs: 2000, longestMs: 10_000 })
    },
  })

/** Below it are the chats with each contact. */
export const chatsWithKey = [...chatsKey, 'with'] as const

/** All chats with a contact, found by what they are called, the latest first. */
export const chatsWithQuery = (contact: Contact) =>
  queryOptions({
    queryKey: [...chatsWithKey, contact.id],
    queryFn: async ({ signal }) => {
      const q = contactHandle(contact) || contact.name
      const { items } = await listSessions({ q, limit: 20 }, signal)
      return items.filter((session) => session.contact.id === contact.id)
    },
  })

/** What the owner chose about the inbox; the defaults until that is known. */
export function useInboxSettings() {
  const { data: user } = useQuery(profileQuery())
  const { inbox, business } = user?.settings ?? defaultPreferences
  return { inbox, business, channel: user?.settings.whatsapp, user }
}

/** What a message costs. */
const priceQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'price'],
    queryFn: ({ signal }) => api.get('billing/summary', { signal }).json(billingSummarySchema),
    select: ({ plan, unit }) => ({ plan: plan.state, unit }),
    staleTime: 5 * 60_000,
  })

/** The price of one message for a button, `₹0.20`; nothing while it is free or not known. */
export function useUnitPrice(): string | undefined {
  const { data } = useQuery(priceQuery())
  const formats = useFormats()
  if (data === undefined || data.plan === 'trial') return undefined
  const [whole = '0', part = ''] = data.unit.price.split('.')
  return formats.money(BigInt(whole + part), data.unit.currency, part.length)
}
