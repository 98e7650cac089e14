import * as z from 'zod/mini'

import type { Queue } from '../queue/queue.ts'
import type { BillingSettings, PaymentSettings } from './billing-settings.ts'
import { createMeter, type Meter } from './meter.ts'
import type { Prices } from './prices.ts'
import {
  type PaymentProvider,
  PaymentProviderError,
  type Payments,
} from './razorpay/payment-provider.ts'
import {
  razorpayErrorSchema,
  razorpayOrderSchema,
  razorpayPaymentSchema,
  razorpayPaymentsSchema,
} from './razorpay/razorpay-schemas.ts'
import { isSignature } from './razorpay/signature.ts'

/** An answer later than that is none: somebody waits for it. */
const timeoutMs = 10_000

/** Payments are captured by the provider, also those that a bank confirms days later. */
const capture = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 7200,
    manual_expiry_period: 7200,
    refund_speed: 'normal',
  },
}

/** Razorpay, when both keys are set. */
export function openRazorpay(settings: PaymentSettings): Payments | undefined {
  const { keyId, keySecret, webhookSecret, apiUrl, checkoutUrl } = settings
  if (keyId === undefined || keySecret === undefined) return undefined
  return {
    provider: createClient({ apiUrl, keyId, keySecret }),
    keyId,
    checkoutUrl,
    isCheckoutSignature: ({ orderId, paymentId, signature }) =>
      isSignature(signature, `${orderId}|${paymentId}`, keySecret),
    isWebhookSignature:
      webhookSecret === undefined
        ? undefined
        : (body, signature) => isSignature(signature, body, webhookSecret),
  }
}

interface Access {
  apiUrl: string
  keyId: string
  keySecret: string
}

function createClient(access: Access): PaymentProvider {
  return {
    createOrder: ({ amountMinor: amount, currency, receipt, notes }) =>
      ask(access, '/v1/orders', razorpayOrderSchema, {
        amount,
        currency,
        receipt,
        notes,
        payment: capture,
      }),
    fetchPayment: (id) =>
      ask(access, `/v1/payments/${encodeURIComponent(id)}`, razorpayPaymentSchema),
    fetchOrderPayments: async (id) => {
      const path = `/v1/orders/${encodeURIComponent(id)}/payments`
      return (await ask(access, path, razorpayPaymentsSchema)).items
    },
  }
}

async function ask<S extends z.core.$ZodType>(
  { apiUrl, keyId, keySecret }: Access,
  path: string,
  schema: S,
  body?: object,
): Promise<z.output<S>> {
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const response = await fetch(`${apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new PaymentProviderError('The payment provider did not answer', { status: 0, cause })
  })
  const document: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw refused(response.status, document)
  const parsed = z.safeParse(schema, document)
  if (parsed.success) return parsed.data
  throw new PaymentProviderError('The payment provider answered something else', {
    status: 502,
    cause: parsed.error,
  })
}

function refused(status: number, document: unknown): PaymentProviderError {
  const parsed = razorpayErrorSchema.safeParse(document)
  const reason = parsed.success ? `: ${parsed.data.error.code}` : ''
  return new PaymentProviderError(`The payment provider answered ${status}${reason}`, { status })
}

/** All about money that the other parts work with. */
export interface Billing {
  prices: Prices
  meter: Meter
  /** Nothing without keys: then nobody can pay here. */
  payments: Payments | undefined
  paymentSettings: PaymentSettings
}

export function openBilling({ prices, payments }: BillingSettings, queue: Queue): Billing {
  return {
    prices,
    meter: createMeter(prices, queue),
    payments: openRazorpay(payments),
    paymentSettings: payments,
  }
}
