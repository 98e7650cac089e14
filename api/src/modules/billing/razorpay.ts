import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import { fetchLimited } from '../../platform/http/fetch-limited.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { PaymentSettings } from './billing-settings.ts'

/** Short, because a person waits for the response. */
const timeoutMs = 10_000

/** The provider captures payments itself, also those that a bank confirms late. */
const captureSettings = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 7200,
    manual_expiry_period: 7200,
    refund_speed: 'normal',
  },
}

/** Razorpay, when both keys are set. */
export function openRazorpay(settings: PaymentSettings) {
  const { keyId, keySecret, webhookSecret, apiUrl, checkoutUrl } = settings
  if (keyId === undefined || keySecret === undefined) return undefined
  return {
    provider: createClient({ apiUrl, keyId, keySecret }),
    /** The public key id, which pages may see. */
    keyId,
    /** The script that a page opens the checkout with. */
    checkoutUrl,
    /** Whether the signature proves that this payment was made for this order. */
    isCheckoutSignature: (orderId: string, paymentId: string, signature: string) =>
      isValidSignature(signature, `${orderId}|${paymentId}`, keySecret),
    /** Undefined without a webhook secret: no webhook can be verified then. */
    isWebhookSignature:
      webhookSecret === undefined
        ? undefined
        : (body: Uint8Array, signature: string) => isValidSignature(signature, body, webhookSecret),
  }
}
/** The payment provider's client, and the checks of its signatures. */
export type Payments = NonNullable<ReturnType<typeof openRazorpay>>

interface ApiAccess {
  apiUrl: string
  keyId: string
  keySecret: string
}

interface NewOrder {
  amount: number
  currency: string
  /** At most 40 characters; the provider does not interpret it. */
  receipt: string
  notes: Record<string, string>
}

/** The client of the provider's API. */
function createClient(access: ApiAccess) {
  return {
    createOrder: (order: NewOrder) =>
      callApi(access, '/v1/orders', razorpayOrderSchema, { ...order, payment: captureSettings }),
    fetchPayment: (id: string) =>
      callApi(access, `/v1/payments/${encodeURIComponent(id)}`, razorpayPaymentSchema),
    fetchOrderPayments: async (id: string) => {
      const path = `/v1/orders/${encodeURIComponent(id)}/payments`
      return (await callApi(access, path, razorpayPaymentsSchema)).items
    },
  }
}

async function callApi<S extends z.core.$ZodType>(
  { apiUrl, keyId, keySecret }: ApiAccess,
  path: string,
  schema: S,
  body?: object,
): Promise<z.output<S>> {
  const credentials = Buffer.from(`${keyId}:${keySecret}`).toString('base64')
  const response = await fetchLimited(`${apiUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new PaymentProviderError('The payment provider did not answer', { status: 0, cause })
  })
  const document: unknown = await response.json().catch(() => undefined)
  if (!response.ok) throw toProviderError(response.status, document)
  const parsed = z.safeParse(schema, document)
  if (parsed.success) return parsed.data
  throw new PaymentProviderError('The payment provider answered something else', {
    status: 502,
    cause: parsed.error,
  })
}

function toProviderError(status: number, document: unknown): PaymentProviderError {
  const parsed = razorpayErrorSchema.safeParse(document)
  const reason = parsed.success ? `: ${parsed.data.error.code}` : ''
  return new PaymentProviderError(`The payment provider answered ${status}${reason}`, { status })
}

/** A failed call of the payment provider. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError'
  /** No response, a rate limit or an error of the provider: it may work later. */
  readonly isTemporary: boolean
  /** The provider refuses the configured keys, so every call would fail. */
  readonly isUnauthorized: boolean
  /** The provider does not know the order or payment. */
  readonly isNotFound: boolean
  /** The HTTP status; 0 without a response. */
  readonly status: number

  constructor(message: string, options: { status: number; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.isTemporary = options.status === 0 || options.status === 429 || options.status >= 500
    this.isUnauthorized = options.status === 401 || options.status === 403
    this.isNotFound = options.status === 400 || options.status === 404
  }
}

/** The provider's kind of signature: HMAC-SHA256 in hexadecimal. */
export function sign(content: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex')
}

/** Compares in constant time, so that nobody can guess a signature byte by byte. */
export function isValidSignature(
  signature: string,
  content: string | Uint8Array,
  secret: string,
): boolean {
  const expected = Buffer.from(sign(content, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** An order in the provider's response; only the members used here. */
const razorpayOrderSchema = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'attempted', 'paid']),
})

/** A payment in the provider's responses and webhooks. */
const razorpayPaymentSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  /** Stays true when the payment is refunded later. */
  captured: z.nullable(z.boolean()),
  order_id: z.nullable(z.string()),
  method: z.nullish(z.string()),
  error_code: z.nullish(z.string()),
  error_description: z.nullish(z.string()),
})
export type RazorpayPayment = z.infer<typeof razorpayPaymentSchema>

const razorpayPaymentsSchema = z.object({ items: z.array(razorpayPaymentSchema) })

/** A refund in the provider's webhooks. */
const razorpayRefundSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  payment_id: z.string(),
  amount: z.int().check(z.positive()),
  currency: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
})
export type RazorpayRefund = z.infer<typeof razorpayRefundSchema>

/** The body of a webhook; an event without a payment has only its name here. */
export const razorpayEventSchema = z.object({
  event: z.string(),
  payload: z.object({
    payment: z.optional(z.object({ entity: razorpayPaymentSchema })),
    refund: z.optional(z.object({ entity: razorpayRefundSchema })),
  }),
})
export type RazorpayEvent = z.infer<typeof razorpayEventSchema>

const razorpayErrorSchema = z.object({
  error: z.object({ code: z.string(), description: z.optional(z.string()) }),
})

/** The payment provider; throws `payments_not_configured` where there is none. */
export function requirePayments(payments: Payments | undefined): Payments {
  if (payments === undefined) throw new Problem('payments_not_configured')
  return payments
}

/** Awaits a call of the provider, and turns its failure into a problem for our caller. */
export async function callProvider<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (cause) {
    throw toProblem(cause)
  }
}

function toProblem(cause: unknown): unknown {
  if (!(cause instanceof PaymentProviderError)) return cause
  if (cause.isTemporary) return new Problem('service_unavailable', { retryAfter: 5, cause })
  if (cause.status === 401) {
    const detail = 'The payment provider does not accept the keys that are set here.'
    return new Problem('payments_not_configured', { detail, cause })
  }
  return new Problem('internal', { cause })
}
