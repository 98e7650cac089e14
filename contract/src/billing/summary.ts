import * as z from 'zod/mini'

import { call, type Answer } from '../call.ts'
import { amountMinorSchema, currencySchema, unitPriceSchema } from '../money.ts'
import { pageOf, pageQuery } from '../page.ts'
import { daySchema, periodQuery } from '../period.ts'
import { invoiceRowSchema } from './invoice.ts'
import { orderSchema, packSchema } from './order.ts'

/** Plan, balance, usage of thirty days or a period, and forecast, with a page of the orders and one of the invoices. */
export const readBillingSummaryCall = call('GET /billing/summary', {
  query: z.object({
    ...periodQuery,
    invoicesCursor: z.optional(z.string().check(z.maxLength(1000))),
    ordersCursor: z.optional(z.string().check(z.maxLength(1000))),
  }),
  answer: z.object({
    plan: z.object({
      state: z.enum(['trial', 'active', 'low', 'exhausted', 'grace']),
      trialEndsAt: z.iso.datetime(),
      trialDaysLeft: z.int(),
      trialMessagesLeft: z.nullable(z.int()),
      graceMessagesLeft: z.int(),
    }),
    balance: z.object({
      amountMinor: amountMinorSchema,
      currency: currencySchema,
      messagesLeft: z.int(),
    }),
    unit: z.object({
      price: unitPriceSchema,
      currency: currencySchema,
      per: z.literal('message'),
    }),
    usage: z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      messages: z.int(),
      assistant: z.int(),
      owner: z.int(),
      template: z.int(),
      failedNotCharged: z.int(),
      amountMinor: amountMinorSchema,
      series: z.array(
        z.object({
          date: z.iso.date(),
          messages: z.int(),
          assistant: z.int(),
          owner: z.int(),
          amountMinor: amountMinorSchema,
        }),
      ),
    }),
    forecast: z.object({
      /** Messages a day, over the last seven. */
      perDay7d: z.number(),
      /** On how many of the seven days something was sent. */
      usedDays7d: z._default(z.int(), 7),
      runsOutOn: z.nullable(z.iso.date()),
    }),
    packs: z.array(packSchema),
    orders: z.object(pageOf(orderSchema)),
    invoices: z.object(pageOf(invoiceRowSchema)),
    asOf: z.iso.datetime(),
  }),
})
export type BillingSummary = Answer<typeof readBillingSummaryCall>
export type PlanState = BillingSummary['plan']['state']

/** Whether one can pay, and how; it never holds a secret. */
export const readConfigStatusCall = call('GET /billing/config-status', {
  answer: z.object({
    configured: z.boolean(),
    provider: z.nullable(z.enum(['razorpay', 'test'])),
    mode: z.nullable(z.enum(['test', 'live'])),
    keyId: z.optional(z.string()),
    /** The script that opens the checkout, to be loaded before somebody wants to pay. */
    scriptUrl: z.optional(z.url()),
    currency: currencySchema,
    unitPrice: unitPriceSchema,
    trialDays: z.int(),
    /** The smallest and the largest amount of credit in one order. */
    orderLimits: z.object({ min: amountMinorSchema, max: amountMinorSchema }),
    /** In percent. */
    taxRate: z.optional(z.number()),
    gstReady: z.boolean(),
    issues: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
})
export type ConfigStatus = Answer<typeof readConfigStatusCall>

const costSchema = z.object({
  id: z.string(),
  name: z.string(),
  messages: z.int(),
  amountMinor: amountMinorSchema,
})

/** What cost most, the most expensive first; in thirty days unless the query says otherwise. */
export const readBillingCostsCall = call('GET /billing/costs', {
  query: z.object({ from: z.optional(daySchema), to: z.optional(daySchema) }),
  answer: z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    currency: currencySchema,
    jobs: z.array(costSchema),
    chats: z.array(costSchema),
  }),
})
export type BillingCosts = Answer<typeof readBillingCostsCall>

export const ledgerKinds = [
  'trial_usage',
  'usage',
  'refund',
  'top_up',
  'bonus',
  'adjustment',
  'provider_fee',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** One change of the balance; amounts in micros travel as decimal text. */
const ledgerEntrySchema = z.object({
  id: z.string(),
  kind: z.enum(ledgerKinds),
  micros: z.string().check(z.regex(/^-?\d+$/)),
  balanceAfterMicros: z.string().check(z.regex(/^-?\d+$/)),
  messageId: z.optional(z.string()),
  sessionId: z.optional(z.string()),
  orderId: z.optional(z.string()),
  /** Who wrote the message; `template` is one sent outside the 24-hour window. */
  author: z.optional(z.enum(['assistant', 'owner', 'template'])),
  unitPrice: z.optional(unitPriceSchema),
  at: z.iso.datetime(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** The newest first. */
export const listLedgerCall = call('GET /billing/ledger', {
  query: z.object({
    ...pageQuery,
    kind: z.optional(z.enum(ledgerKinds)),
    from: z.optional(daySchema),
    to: z.optional(daySchema),
  }),
  answer: z.object(pageOf(ledgerEntrySchema)),
})
