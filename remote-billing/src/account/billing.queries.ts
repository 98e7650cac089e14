import { checkOrderCall, readOrderCall } from '@errand/contract/billing/order'
import {
  listLedgerCall,
  readBillingCostsCall,
  readBillingSummaryCall,
  readConfigStatusCall,
} from '@errand/contract/billing/summary'
import { callApi, isFinalError, queryClient, subscribeEvents } from '@errand/shared-auth'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'

/** A range of days, and how its usage is summed up. */
export interface UsagePeriod {
  from?: string
  to?: string
  bucket?: 'day' | 'week'
}

/** The filter of the ledger. */
export interface LedgerFilter {
  kind?: string
  from?: string
  to?: string
}

/** The cache key of everything about billing. */
export const billingKey = ['billing'] as const

/** Plan, balance and forecast, with the usage of a range of days. */
export const summaryQuery = (query: UsagePeriod = {}) =>
  queryOptions({
    queryKey: [...billingKey, 'summary', query],
    queryFn: ({ signal }) => callApi(readBillingSummaryCall, { query, signal }),
  })

/** The most expensive jobs and chats in a range of days. */
export const costsQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: [...billingKey, 'costs', from, to],
    queryFn: ({ signal }) => callApi(readBillingCostsCall, { query: { from, to }, signal }),
    staleTime: 60_000,
  })

/** Whether payments are configured; it changes only with a deployment. */
export const configQuery = () =>
  queryOptions({
    queryKey: [...billingKey, 'config'],
    queryFn: ({ signal }) => callApi(readConfigStatusCall, { signal }),
    staleTime: 5 * 60_000,
  })

/** The owner's orders, page by page. */
export const ordersQuery = () =>
  infiniteQueryOptions({
    queryKey: [...billingKey, 'orders'],
    queryFn: async ({ pageParam: ordersCursor, signal }) =>
      (await callApi(readBillingSummaryCall, { query: { ordersCursor }, signal })).orders,
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** All invoices, because the years to choose from depend on them; there are as many as payments. */
export const invoicesQuery = () =>
  queryOptions({
    queryKey: [...billingKey, 'invoices'],
    queryFn: async ({ signal }) => {
      const list = async (invoicesCursor: string | null) =>
        (await callApi(readBillingSummaryCall, { query: { invoicesCursor }, signal })).invoices
      let page = await list(null)
      const items = [...page.items]
      while (page.nextCursor !== null) {
        page = await list(page.nextCursor)
        items.push(...page.items)
      }
      return items
    },
  })

/** All entries of the ledger, newest first. */
export const ledgerQuery = (filter: LedgerFilter) =>
  infiniteQueryOptions({
    queryKey: [...billingKey, 'ledger', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      callApi(listLedgerCall, { query: { ...filter, cursor }, signal }),
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
        return { ...(await callApi(checkOrderCall, { id, signal })), isChecked: true }
      } catch (error) {
        if (isFinalError(error)) throw error
        return { ...(await callApi(readOrderCall, { id, signal })), isChecked: false }
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
