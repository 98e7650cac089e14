import { isFinalError, queryClient, subscribeEvents } from '@errand/shared-auth'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

import {
  type LedgerFilter,
  type SummaryQuery,
  checkOrder,
  getConfig,
  getCosts,
  getOrder,
  getSummary,
  listLedger,
} from './billing.api.ts'

/** The cache key of everything about billing. */
export const billingKey = ['billing'] as const

/** Plan, balance and forecast, with the usage of a range of days. */
export const summaryQuery = (period: Pick<SummaryQuery, 'from' | 'to' | 'bucket'> = {}) =>
  queryOptions({
    queryKey: [...billingKey, 'summary', period],
    queryFn: ({ signal }) => getSummary(period, signal),
  })

/** The most expensive jobs and chats in a range of days. */
export const costsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...billingKey, 'costs', from, to],
    queryFn: ({ signal }) => getCosts({ from, to }, signal),
    staleTime: 60_000,
  })

/** Whether payments are configured; it changes only with a deployment. */
export const configQuery = () =>
  queryOptions({
    queryKey: [...billingKey, 'config'],
    queryFn: ({ signal }) => getConfig(signal),
    staleTime: 5 * 60_000,
  })

/** The owner's orders, page by page. */
export const ordersQuery = () =>
  infiniteQueryOptions({
    queryKey: [...billingKey, 'orders'],
    queryFn: async ({ pageParam, signal }) =>
      (await getSummary(pageParam === null ? {} : { ordersCursor: pageParam }, signal)).orders,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** All invoices, because the years to choose from depend on them; there are as many as payments. */
export const invoicesQuery = () =>
  queryOptions({
    queryKey: [...billingKey, 'invoices'],
    queryFn: async ({ signal }) => {
      const first = await getSummary({}, signal)
      const items = [...first.invoices.items]
      let cursor = first.invoices.nextCursor
      while (cursor !== null) {
        const { invoices } = await getSummary({ invoicesCursor: cursor }, signal)
        items.push(...invoices.items)
        cursor = invoices.nextCursor
      }
      return items
    },
  })

/** All entries of the ledger, newest first. */
export const ledgerQuery = (filter: LedgerFilter) =>
  infiniteQueryOptions({
    queryKey: [...billingKey, 'ledger', filter],
    queryFn: ({ pageParam, signal }) => listLedger(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/**
 * An order, refreshed from the payment provider; the stored state if the provider cannot be
 * reached.
 */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: [...billingKey, 'order', id],
    queryFn: async ({ signal }) => {
      try {
        return { ...(await checkOrder(id, signal)), isChecked: true }
      } catch (error) {
        if (isFinalError(error)) throw error
        return { ...(await getOrder(id, signal)), isChecked: false }
      }
    },
  })

const refreshDelayMs = 1000

/** Keeps billing data up to date while messages are sent and payments arrive. */
export function useLiveBilling(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = () => {
      timer = undefined
      void queryClient.invalidateQueries({
        queryKey: billingKey,
        predicate: ({ state }) => !isFinalError(state.error),
      })
    }
    const stop = subscribeEvents(({ type }) => {
      // A burst of messages changes the balance many times but causes one refetch.
      if (type === 'billing.updated' || type === 'resync')
        timer ??= setTimeout(refresh, refreshDelayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
