import { jobListSchema } from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { chatsKey } from '../chats/chats.queries.ts'

/** The owner's jobs by their names, to narrow a list by. */
export const jobNamesQuery = () =>
  queryOptions({
    queryKey: [...chatsKey, 'jobs'],
    queryFn: async ({ signal }) => {
      const searchParams = { limit: 100 }
      const { items } = await api.get('jobs', { searchParams, signal }).json(jobListSchema)
      return items.map(({ id, name }) => ({ id, name }))
    },
    staleTime: 60_000,
  })
