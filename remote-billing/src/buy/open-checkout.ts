import {
  checkoutFailureSchema,
  verifyPaymentSchema,
  type CheckoutOutcome,
  type CreateOrderResponse,
  type Order,
  type VerifyPaymentInput,
} from '@errand/contract/billing/order'
import { subscribeEvents } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'

import { getOrder } from '../account/billing.api.ts'
import type { CheckoutConstructor } from './load-checkout.ts'

/** Opens the provider's window and waits until it is closed, by whoever pays or from elsewhere. */
export function openCheckout(
  Checkout: CheckoutConstructor,
  { order, checkout }: CreateOrderResponse,
): Promise<CheckoutOutcome> {
  const { promise, resolve } = Promise.withResolvers<CheckoutOutcome>()
  let refusal: string | undefined
  const end = (answer?: VerifyPaymentInput) =>
    resolve({ ...(answer !== undefined && { answer }), ...(refusal !== undefined && { refusal }) })
  const { keyId, orderId, amount, currency, name, prefill } = checkout
  const opened = new Checkout({
    key: keyId,
    order_id: orderId,
    amount,
    currency,
    name,
    prefill,
    timeout: secondsLeft(order),
    handler: (given: object) =>
      end(verifyPaymentSchema.safeParse({ ...given, orderId: order.id }).data),
    modal: { ondismiss: () => end() },
  })
  opened.on('payment.failed', (failure) => {
    refusal = checkoutFailureSchema.safeParse(failure).data?.error.description
  })
  const closeIfPaid = async () => {
    const state = await getOrder(order.id).catch(() => undefined)
    if (state?.order.status !== 'paid') return
    opened.close()
    end()
  }
  // Paid in another tab or on a phone: nobody should pay here a second time.
  const stop = subscribeEvents(({ type }) => {
    if (type !== 'billing.updated' && type !== 'resync') return
    void closeIfPaid()
  })
  opened.open()
  return promise.finally(stop)
}

/** How long it can be paid; by a clock that is plainly wrong, as long as any order. */
function secondsLeft({ createdAt, expiresAt }: Order): number {
  const [from, until, now] = [Date.parse(createdAt), Date.parse(expiresAt), readNow()]
  const start = now > from && now < until ? now : from
  return Math.max(1, Math.round((until - start) / 1000))
}
