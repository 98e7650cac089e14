import { readConfigStatusCall } from '@errand/contract/billing/summary'
import { readAnalyticsCall } from '@errand/contract/job-analytics'
import { callApi, callApiForFile } from '@errand/shared-auth'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { jobsKey } from '../jobs/jobs.queries.ts'

// Only the currency is needed here; the rest of the answer belongs to billing.
const readCurrencyCall = {
  ...readConfigStatusCall,
  answer: z.pick(readConfigStatusCall.answer, { currency: true }),
}

type Query = Record<string, string | number>

/** The results of a job's chats over a range of days. */
export const analyticsQuery = (id: string, query: Query) =>
  queryOptions({
    queryKey: [...jobsKey, 'analytics', id, query],
    queryFn: ({ signal }) => callApi(readAnalyticsCall, { id, query, signal }),
    placeholderData: keepPreviousData,
  })

/** The same as a CSV file for spreadsheets. */
export const downloadAnalytics = (id: string, query: Query): Promise<Blob> =>
  callApiForFile(readAnalyticsCall, { id, query: { ...query, format: 'csv' } })

/** The currency of the costs; the analytics contain amounts only. */
export const currencyQuery = () =>
  queryOptions({
    queryKey: ['currency'],
    queryFn: async ({ signal }) => (await callApi(readCurrencyCall, { signal })).currency,
    staleTime: Infinity,
  })
