import { configStatusSchema } from '@errand/contract/billing/summary'
import { jobAnalyticsSchema, type JobAnalytics } from '@errand/contract/job-analytics'
import { api } from '@errand/shared-auth'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { jobsKey } from '../jobs/jobs.queries.ts'

// Of all that is told there; the rest is billing's own.
const currencySchema = z.pick(configStatusSchema, { currency: true })

type Query = Record<string, string | number>

/** What came of a job's chats in a range of days. */
export const analyticsQuery = (id: string, query: Query) =>
  queryOptions({
    queryKey: [...jobsKey, 'analytics', id, query],
    queryFn: ({ signal }): Promise<JobAnalytics> =>
      api.get(`jobs/${id}/analytics`, { searchParams: query, signal }).json(jobAnalyticsSchema),
    placeholderData: keepPreviousData,
  })

/** The same as a file that opens in a spreadsheet. */
export const downloadAnalytics = (id: string, query: Query): Promise<Blob> =>
  api.get(`jobs/${id}/analytics`, { searchParams: { ...query, format: 'csv' } }).blob()

/** The currency that costs are counted in; figures say amounts only. */
export const currencyQuery = () =>
  queryOptions({
    queryKey: ['currency'],
    queryFn: async ({ signal }) =>
      (await api.get('billing/config-status', { signal }).json(currencySchema)).currency,
    staleTime: Infinity,
  })
