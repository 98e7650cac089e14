import * as z from 'zod/mini'

import { call, type Answer } from '../call.ts'
import { amountMinorSchema, currencySchema } from '../money.ts'

/** An order of credit; `totalMinor` is what is paid, `creditMinor` what the balance gets. */
export const orderSchema = z.object({
  id: z.string(),
  providerOrderId: z.string(),
  amountMinor: amountMinorSchema,
  taxMinor: amountMinorSchema,
  totalMinor: amountMinorSchema,
  creditMinor: amountMinorSchema,
  currency: currencySchema,
  status: z.enum(['created', 'attempted', 'paid', 'expired', 'refunded']),
  receipt: z.string(),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  paidAt: z.optional(z.iso.datetime()),
})
export type Order = z.infer<typeof orderSchema>

/** One order with each attempt to pay it, and what came of it. */
const orderStateSchema = z.object({
  order: orderSchema,
  /** The oldest first. */
  payments: z.array(
    z.object({
      id: z.string(),
      method: z.string(),
      status: z.enum(['authorized', 'captured', 'failed', 'refunded']),
      /** The provider's error code. */
      error: z.optional(z.string()),
      at: z.iso.datetime(),
    }),
  ),
  invoiceId: z.nullable(z.string()),
  /** How much of the total was refunded. */
  refundedMinor: amountMinorSchema,
})
export type OrderState = z.infer<typeof orderStateSchema>

/** A pack of messages that can be bought. */
export const packSchema = z.object({
  id: z.string(),
  label: z.string(),
  amountMinor: amountMinorSchema,
  creditMinor: amountMinorSchema,
  messages: z.int(),
})
export type Pack = z.infer<typeof packSchema>

const ids = { id: 'order' } as const

export const readOrderCall = call('GET /billing/orders/:id', { ids, answer: orderStateSchema })

/** Has the api ask the payment provider about the order. */
export const checkOrderCall = call('POST /billing/orders/:id/check', {
  ids,
  answer: orderStateSchema,
  problems: [413],
})

/** Orders a pack, or an amount of one's own. */
export const createOrderCall = call('POST /billing/create-order', {
  isKeyed: true,
  body: z.union([
    z.object({ packId: z.string().check(z.maxLength(40)) }),
    z.object({
      amountMinor: amountMinorSchema.check(z.positive()),
      currency: currencySchema,
    }),
  ]),
  answer: z.object({
    success: z.literal(true),
    order: orderSchema,
    /** What the provider's checkout is opened with. */
    checkout: z.object({
      provider: z.literal('razorpay'),
      keyId: z.string(),
      orderId: z.string(),
      amount: amountMinorSchema,
      currency: currencySchema,
      name: z.string(),
      prefill: z.object({ contact: z.string(), email: z.string() }),
      callbackUrl: z.nullable(z.string()),
      /** The script that makes `Razorpay`, the constructor of the checkout. */
      scriptUrl: z.optional(z.url()),
    }),
  }),
  status: [201],
})
export type CreateOrderInput = z.infer<(typeof createOrderCall)['body']>
export type CreateOrderResponse = Answer<typeof createOrderCall>

const providerId = z.string().check(z.minLength(1), z.maxLength(100))

/** What the checkout gave back. */
export const verifyPaymentSchema = z.object({
  orderId: z.string().check(z.maxLength(40)),
  razorpay_order_id: providerId,
  razorpay_payment_id: providerId,
  razorpay_signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type VerifyPaymentInput = z.infer<typeof verifyPaymentSchema>

/** The answer 200 of `POST /billing/verify-payment`. */
export const verifiedPaymentSchema = z.object({
  success: z.literal(true),
  order: orderSchema,
  payment: z.object({ id: z.string(), method: z.string() }),
  creditedMinor: amountMinorSchema,
  balance: z.object({ amountMinor: amountMinorSchema, messagesLeft: z.int() }),
  invoiceId: z.nullable(z.string()),
  alreadyProcessed: z.boolean(),
})
export type VerifiedPayment = z.infer<typeof verifiedPaymentSchema>

/** The answer 202 of `POST /billing/verify-payment`: the payment is valid but not captured yet. */
export const pendingPaymentSchema = z.object({
  success: z.literal(true),
  order: orderSchema,
  pollAfterMs: z.int(),
})

/** Safe to repeat. */
export const verifyPaymentCall = call('POST /billing/verify-payment', {
  body: verifyPaymentSchema,
  answer: z.union([verifiedPaymentSchema, pendingPaymentSchema]),
  status: [200, 202],
  problems: [404, 409],
})

/** What the checkout says when a bank declines. */
export const checkoutFailureSchema = z.object({ error: z.object({ description: z.string() }) })

/** The outcome of the checkout: an answer to verify, or none where it was closed. */
export const checkoutOutcomeSchema = z.object({
  answer: z.optional(verifyPaymentSchema),
  /** What the bank said of the last attempt. */
  refusal: z.optional(z.string()),
})
export type CheckoutOutcome = z.infer<typeof checkoutOutcomeSchema>
