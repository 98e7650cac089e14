import type { Order, OrderState } from '@errand/contract/billing/order'
import type { BillingSummary, ConfigStatus } from '@errand/contract/billing/summary'
import { HttpResponse, http } from 'msw'

/** An order as the api answers it. */
export const anOrder = (part: Partial<Order> = {}): Order => ({
  id: 'ord_1',
  providerOrderId: 'order_1',
  amountMinor: 50_000,
  taxMinor: 9000,
  totalMinor: 59_000,
  creditMinor: 50_000,
  currency: 'INR',
  status: 'created',
  receipt: 'ord_1',
  attempts: 0,
  createdAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 30 * 60_000).toISOString(),
  ...part,
})

/** An order with its payments, as the api answers. */
export const anOrderState = (part: Partial<Order> = {}, rest: Partial<OrderState> = {}) => ({
  order: anOrder(part),
  payments: [],
  invoiceId: null,
  refundedMinor: 0,
  ...rest,
})

const packOf = (units: number) => ({
  id: `pack_${units}`,
  label: `${units * 5} messages`,
  amountMinor: units * 100,
  creditMinor: units * 100,
  messages: units * 5,
})

/** An account in good standing with two days of usage. */
export const aSummary = (part: Partial<BillingSummary> = {}): BillingSummary => ({
  plan: {
    state: 'active',
    trialEndsAt: '2026-11-01T00:00:00.000Z',
    trialDaysLeft: 0,
    trialMessagesLeft: null,
    graceMessagesLeft: 25,
  },
  balance: { amountMinor: 19_990, currency: 'INR', messagesLeft: 999 },
  unit: { price: '0.20', currency: 'INR', per: 'message' },
  usage: {
    from: '2026-11-20',
    to: '2026-11-21',
    messages: 12,
    assistant: 8,
    owner: 3,
    template: 1,
    failedNotCharged: 1,
    amountMinor: 240,
    series: [
      { date: '2026-11-20', messages: 7, assistant: 5, owner: 2, amountMinor: 140 },
      { date: '2026-11-21', messages: 5, assistant: 3, owner: 1, amountMinor: 100 },
    ],
  },
  forecast: { perDay7d: 12.5, usedDays7d: 3, runsOutOn: '2026-12-03' },
  packs: [packOf(100), packOf(500)],
  orders: { items: [], nextCursor: null },
  invoices: { items: [], nextCursor: null },
  asOf: '2026-11-21T12:00:00.000Z',
  ...part,
})

/** A deployment with payments and GST configured. */
export const aConfig = (part: Partial<ConfigStatus> = {}): ConfigStatus => ({
  configured: true,
  provider: 'razorpay',
  mode: 'live',
  keyId: 'rzp_live_1',
  scriptUrl: 'https://checkout.example/v1/checkout.js',
  currency: 'INR',
  unitPrice: '0.20',
  trialDays: 30,
  orderLimits: { min: 1000, max: 10_000_000 },
  taxRate: 18,
  gstReady: true,
  issues: [],
  ...part,
})

/** Serves costs: one chat of one job. */
export const answerCosts = () =>
  http.get('*/api/billing/costs', () =>
    HttpResponse.json({
      from: '2026-11-20',
      to: '2026-11-21',
      currency: 'INR',
      jobs: [{ id: 'job_1', name: 'Bookings', messages: 9, amountMinor: 180 }],
      chats: [{ id: 'ses_1', name: 'Ravi', messages: 1, amountMinor: 20 }],
    }),
  )

export const answerSummary = (answer: (query: URLSearchParams) => BillingSummary) =>
  http.get('*/api/billing/summary', ({ request }) =>
    HttpResponse.json(answer(new URL(request.url).searchParams)),
  )

export const answerConfig = (config: ConfigStatus) =>
  http.get('*/api/billing/config-status', () => HttpResponse.json(config))

/** Serves an order, with and without asking the provider. */
export const answerOrder = (answer: () => OrderState) => [
  http.get('*/api/billing/orders/:id', () => HttpResponse.json(answer())),
  http.post('*/api/billing/orders/:id/check', () => HttpResponse.json(answer())),
]

/** A problem document as the api sends it. */
export const problem = (status: number, code: string, rest: object = {}) =>
  HttpResponse.json(
    { type: `https://errors.local/${code}`, title: 'Refused', status, code, traceId: 't', ...rest },
    { status },
  )
