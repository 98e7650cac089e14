import type { BillingSummary } from '@errand/contract/billing/summary'

/** An account that pays twenty paise for a message. */
export const aBillingSummary = (): BillingSummary => ({
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
    messages: 0,
    assistant: 0,
    owner: 0,
    template: 0,
    failedNotCharged: 0,
    amountMinor: 0,
    series: [],
  },
  forecast: { perDay7d: 0, runsOutOn: null },
  packs: [],
  orders: { items: [], nextCursor: null },
  invoices: { items: [], nextCursor: null },
  asOf: '2026-11-21T12:00:00.000Z',
})
