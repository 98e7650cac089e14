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

/** Of which days the usage is asked for, and which page of a list comes with it. */
export interface SummaryQuery {
  from?: string
  to?: string
  bucket?: 'day' | 'week'
  ordersCursor?: string
  invoicesCursor?: string
}

/** What the ledger is narrowed to. */
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

/** Sent again with the same key, the call answers the order that it made the first time. */
export function createOrder(input: CreateOrderInput, idempotencyKey: string) {
  const headers = { 'idempotency-key': idempotencyKey }
  return api.post('billing/create-order', { json: input, headers }).json(createOrderResponseSchema)
}

/** Tells what the checkout gave back; the money may still be on its way. */
export async function verifyPayment(input: VerifyPaymentInput) {
  return (await api.post('billing/verify-payment', { json: input }).json(confirmedPaymentSchema))
    .order
}

export function getOrder(id: string, signal?: AbortSignal) {
  const path = `billing/orders/${encodeURIComponent(id)}`
  return api.get(path, signal === undefined ? {} : { signal }).json(orderStateSchema)
}

/** Has the api ask the provider what became of an order. */
export function checkOrder(id: string, signal: AbortSignal) {
  return api
    .post(`billing/orders/${encodeURIComponent(id)}/check`, { signal })
    .json(orderStateSchema)
}

/** The invoice as a file. */
export function getInvoice(id: string): Promise<Blob> {
  return api.get(`billing/invoice/${encodeURIComponent(id)}`).blob()
}
