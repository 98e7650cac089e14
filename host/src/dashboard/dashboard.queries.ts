import { chatStatsSchema } from '@errand/contract/chats/stats'
import { api } from '@errand/shared-auth'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** A time of whole days, both included. */
export interface Days {
  from: string
  to: string
}

/** What happened in the chats of these days, and in as many before. */
export const chatFiguresQuery = (days: Days) =>
  queryOptions({
    queryKey: ['account', 'chat-figures', days],
    queryFn: ({ signal }) =>
      api.get('chats/stats', { signal, searchParams: { ...days } }).json(chatStatsSchema),
    placeholderData: keepPreviousData,
  })
