import { jobListSchema } from '@errand/contract/jobs'
import { api } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** How many jobs there are in each state. */
export const jobTotalsQuery = () =>
  queryOptions({
    queryKey: ['jobs', 'totals'],
    queryFn: async ({ signal }) => {
      const answer = api.get('jobs', { signal, searchParams: { limit: 1 } })
      return (await answer.json(jobListSchema)).totals
    },
  })
