import { authStatsSchema } from '@errand/contract/auth'
import { api } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** How the account stands at this moment: the figures of the navigation and of the dashboard. */
export const accountStatsQuery = () =>
  queryOptions({
    queryKey: ['account', 'stats'],
    queryFn: ({ signal }) => api.get('auth/stats', { signal }).json(authStatsSchema),
  })
