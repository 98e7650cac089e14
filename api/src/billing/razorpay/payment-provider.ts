import type { RazorpayOrder, RazorpayPayment } from './razorpay-schemas.ts'

/** Where orders are paid. */
export interface PaymentProvider {
  createOrder: (order: {
    amountMinor: number
    currency: string
    /** At most 40 characters; ours alone. */
    receipt: string
    notes: Record<string, string>
  }) => Promise<RazorpayOrder>
  fetchPayment: (paymentId: string) => Promise<RazorpayPayment>
  fetchOrderPayments: (orderId: string) => Promise<RazorpayPayment[]>
}

/** The provider with what proves that something comes from it. */
export interface Payments {
  provider: PaymentProvider
  /** Publishable. */
  keyId: string
  /** The script that a page opens the checkout with. */
  checkoutUrl: string
  /** Whether the checkout really got this payment for this order. */
  isCheckoutSignature: (checkout: {
    orderId: string
    paymentId: string
    signature: string
  }) => boolean
  /** Nothing when no secret of the webhook is set: then nothing can be believed. */
  isWebhookSignature: ((body: Uint8Array, signature: string) => boolean) | undefined
}

/** The provider did not do what it was asked. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError'
  /** No answer, too many questions or a fault on its side: later it may work. */
  readonly isPassing: boolean
  /** It does not take the keys that are set here: so it would refuse any question. */
  readonly isRefused: boolean
  /** It does not know what it was asked for. */
  readonly isUnknown: boolean
  /** 0 when there was no answer. */
  readonly status: number

  constructor(message: string, options: { status: number; cause?: unknown }) {
    super(message, { cause: options.cause })
    this.status = options.status
    this.isPassing = options.status === 0 || options.status === 429 || options.status >= 500
    this.isRefused = options.status === 401 || options.status === 403
    this.isUnknown = options.status === 400 || options.status === 404
  }
}
