import { billingSummarySchema } from '@errand/contract/billing/summary'
import { defaultPreferences } from '@errand/contract/default-preferences'
import { api, profileQuery } from '@errand/shared-auth'
import { useFormats } from '@errand/shared-ui'
import { queryOptions, useQuery } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'

/** What the owner chose about the inbox; the defaults until that is known. */
export function useInboxSettings() {
  const { data: user } = useQuery(profileQuery())
  const { inbox, notifications, ui, business } = user?.settings ?? defaultPreferences
  return { inbox, notifications, ui, business, channel: user?.settings.whatsapp, user }
}

/** What a message costs and what is left; a reply changes it. */
const priceQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'price'],
    queryFn: async ({ signal }) => {
      const { plan, balance, unit } = await api
        .get('billing/summary', { signal })
        .json(billingSummarySchema)
      return { plan: plan.state, balance, unit }
    },
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
