import { configStatusSchema } from '@errand/contract/billing/summary'
import { jobAnalyticsSchema, type JobAnalytics } from '@errand/contract/job-analytics'
import { api } from '@errand/shared-auth'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { jobsKey } from '../jobs/jobs.queries.ts'

// Only the currency is needed here; the rest of the answer belongs to billing.
const currencySchema = z.pick(configStatusSchema, { currency: true })

type Query = Record<string, string | number>

/** The results of a job's chats over a range of days. */
export const analyticsQuery = (id: string, query: Query) =>
  queryOptions({
    queryKey: [...jobsKey, 'analytics', id, query],
    queryFn: ({ signal }): Promise<JobAnalytics> =>
      api.get(`jobs/${id}/analytics`, { searchParams: query, signal }).json(jobAnalyticsSchema),
    placeholderData: keepPreviousData,
  })

/** The same as a CSV file for spreadsheets. */
export const downloadAnalytics = (id: string, query: Query): Promise<Blob> =>
  api.get(`jobs/${id}/analytics`, { searchParams: { ...query, format: 'csv' } }).blob()

/** The currency of the costs; the analytics contain amounts only. */
export const currencyQuery = () =>
  queryOptions({
    queryKey: ['currency'],
    queryFn: async ({ signal }) =>
      (await api.get('billing/config-status', { signal }).json(currencySchema)).currency,
    staleTime: Infinity,
  })
