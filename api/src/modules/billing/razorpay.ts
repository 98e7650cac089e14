import { createHmac, timingSafeEqual } from 'node:crypto'

import * as z from 'zod/mini'

import { Problem } from '../../platform/http/problem.ts'
import type { PaymentSettings } from './billing-settings.ts'

/** An answer later than that is none: somebody waits for it. */
const timeoutMs = 10_000

/** Payments are captured by the provider, also those that a bank confirms days later. */
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
    /** Publishable. */
    keyId,
    /** The script that a page opens the checkout with. */
    checkoutUrl,
    /** Whether the checkout really got this payment for this order. */
    isCheckoutSignature: (orderId: string, paymentId: string, signature: string) =>
      isValidSignature(signature, `${orderId}|${paymentId}`, keySecret),
    /** Nothing when no secret of the webhook is set: then nothing can be believed. */
    isWebhookSignature:
      webhookSecret === undefined
        ? undefined
        : (body: Uint8Array, signature: string) => isValidSignature(signature, body, webhookSecret),
  }
}
/** The provider with what proves that something comes from it. */
export type Payments = NonNullable<ReturnType<typeof openRazorpay>>

interface ApiAccess {
  apiUrl: string
  keyId: string
  keySecret: string
}

interface NewOrder {
  amount: number
  currency: string
  /** At most 40 characters; ours alone. */
  receipt: string
  notes: Record<string, string>
}

/** Where orders are paid. */
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

/** The provider did not do what it was asked. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError'
  /** No answer, too many questions or a fault on its side: later it may work. */
  readonly isTemporary: boolean
  /** It does not take the keys that are set here: so it would refuse any question. */
  readonly isUnauthorized: boolean
  /** It does not know what it was asked for. */
  readonly isNotFound: boolean
  /** 0 when there was no answer. */
  readonly status: number

  constructor(message: string, options: { status: number; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.isTemporary = options.status === 0 || options.status === 429 || options.status >= 500
    this.isUnauthorized = options.status === 401 || options.status === 403
    this.isNotFound = options.status === 400 || options.status === 404
  }
}

/** The signature of a text or a body, as the provider writes it: HMAC-SHA256 in hexadecimal. */
export function sign(content: string | Uint8Array, secret: string): string {
  return createHmac('sha256', secret).update(content).digest('hex')
}

/** Takes as long for a wrong signature as for a good one, so that nobody can guess it byte by byte. */
export function isValidSignature(
  signature: string,
  content: string | Uint8Array,
  secret: string,
): boolean {
  const expected = Buffer.from(sign(content, secret))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** An order as the provider answers it; what is not used here is not read. */
const razorpayOrderSchema = z.object({
  id: z.string(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'attempted', 'paid']),
})

/** A payment as the provider answers it, and as its webhooks carry it. */
const razorpayPaymentSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  /** Stays true when it is paid back later. */
  captured: z.nullable(z.boolean()),
  order_id: z.nullable(z.string()),
  method: z.nullish(z.string()),
  error_code: z.nullish(z.string()),
  error_description: z.nullish(z.string()),
})
export type RazorpayPayment = z.infer<typeof razorpayPaymentSchema>

const razorpayPaymentsSchema = z.object({ items: z.array(razorpayPaymentSchema) })

/** Money that went back to the payer. */
const razorpayRefundSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  payment_id: z.string(),
  amount: z.int().check(z.positive()),
  currency: z.string(),
  status: z.enum(['pending', 'processed', 'failed']),
})
export type RazorpayRefund = z.infer<typeof razorpayRefundSchema>

/** The body of a webhook; of an event without a payment only the name is read. */
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

/** The provider, or the problem that there is none. */
export function requirePayments(payments: Payments | undefined): Payments {
  if (payments === undefined) throw new Problem('payments_not_configured')
  return payments
}

/** Asks the provider; what it does not do becomes a problem that tells the caller what to expect. */
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
