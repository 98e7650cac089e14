import {
  confirmedPaymentSchema,
  createOrderResponseSchema,
  orderStateSchema,
  type CreateOrderInput,
  type VerifyPaymentInput,
} from '@errand/contract/billing/order'
import {
  billingCostsSchema,
  billingSummarySchema,
  configStatusSchema,
  ledgerSchema,
} from '@errand/contract/billing/summary'
import { api } from '@errand/shared-auth'

/** The range of days, and the page of a list that comes with the summary. */
export interface SummaryQuery {
  from?: string
  to?: string
  bucket?: 'day' | 'week'
  ordersCursor?: string
  invoicesCursor?: string
}

/** The filter of the ledger. */
export interface LedgerFilter {
  kind?: string
  from?: string
  to?: string
}

export function getSummary(ask: SummaryQuery, signal: AbortSignal) {
  return api.get('billing/summary', { searchParams: { ...ask }, signal }).json(billingSummarySchema)
}

export function getCosts(period: { from: string; to: string }, signal: AbortSignal) {
  return api.get('billing/costs', { searchParams: period, signal }).json(billingCostsSchema)
}

export function getConfig(signal: AbortSignal) {
  return api.get('billing/config-status', { signal }).json(configStatusSchema)
}

export function listLedger(filter: LedgerFilter, cursor: string | null, signal: AbortSignal) {
  const searchParams = { ...filter, ...(cursor !== null && { cursor }) }
  return api.get('billing/ledger', { searchParams, signal }).json(ledgerSchema)
}

/** Repeated with the same key, the call returns the order that it created the first time. */
export function createOrder(input: CreateOrderInput, idempotencyKey: string) {
  const headers = { 'idempotency-key': idempotencyKey }
  return api.post('billing/create-order', { json: input, headers }).json(createOrderResponseSchema)
}

/** Reports the result of the checkout; the payment itself may still be in progress. */
export async function verifyPayment(input: VerifyPaymentInput) {
  return (await api.post('billing/verify-payment', { json: input }).json(confirmedPaymentSchema))
    .order
}

export function getOrder(id: string, signal?: AbortSignal) {
  const path = `billing/orders/${encodeURIComponent(id)}`
  return api.get(path, signal === undefined ? {} : { signal }).json(orderStateSchema)
}

/** Makes the api ask the payment provider about an order. */
export function checkOrder(id: string, signal: AbortSignal) {
  return api
    .post(`billing/orders/${encodeURIComponent(id)}/check`, { signal })
    .json(orderStateSchema)
}

/** Downloads an invoice. */
export function getInvoice(id: string): Promise<Blob> {
  return api.get(`billing/invoice/${encodeURIComponent(id)}`).blob()
}
