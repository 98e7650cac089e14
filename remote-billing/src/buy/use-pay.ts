import {
  type CheckoutOutcome,
  type CreateOrderInput,
  type CreateOrderResponse,
  type Order,
  type VerifyPaymentInput,
  checkoutFailureSchema,
  createOrderCall,
  readOrderCall,
  verifyPaymentSchema,
} from '@errand/contract/billing/order'
import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import { callApi, isApiError, queryClient, subscribeEvents, userMessage } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { billingKey } from '../account/billing.queries.ts'
import { useWords } from '../words/words.ts'

/**
 * Creates an order, opens the provider's checkout, and goes to the order's page whatever the
 * outcome: that page finds out the true state, even after a reload.
 */
export function usePay() {
  const navigate = useNavigate()
  const lastAttempt = useRef<{ input: string; key: string }>(undefined)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (body: CreateOrderInput) => {
      const text = JSON.stringify(body)
      // The same input after a lost answer is the same order, so it keeps its key.
      if (lastAttempt.current?.input !== text)
        lastAttempt.current = { input: text, key: newIdempotencyKey() }
      const created = await callApi(createOrderCall, { body, key: lastAttempt.current.key })
      const { scriptUrl } = created.checkout
      if (scriptUrl === undefined) throw new CheckoutLoadError('No script is named')
      const outcome = await openCheckout(await loadCheckout(scriptUrl), created)
      return { id: created.order.id, outcome }
    },
    onSuccess: ({ id, outcome }) => {
      lastAttempt.current = undefined
      void queryClient.invalidateQueries({ queryKey: billingKey })
      return navigate(`/billing/orders/${id}`, { state: outcome })
    },
  })
  return { pay: mutate, isPaying: isPending, error }
}

/** Why the payment could not start, and what to do. */
export function usePaymentFailure(
  error: Error | null,
): { title: string; hint: string } | undefined {
  const say = useWords()
  if (error === null) return undefined
  if (error.name === 'CheckoutLost')
    return { title: say('checkoutLost'), hint: say('checkoutHint') }
  if (!isApiError(error)) return { title: userMessage(error), hint: say('notCharged') }
  if (error.code === 'payments_not_configured') {
    return { title: say('notConfigured'), hint: error.problem?.detail ?? say('notConfiguredHint') }
  }
  if (error.status >= 502) return { title: say('providerDown'), hint: say('providerDownHint') }
  return { title: userMessage(error), hint: error.problem?.detail ?? say('notCharged') }
}

/**
 * Opens the provider's checkout and waits until it is closed, by the owner or because the order was
 * paid elsewhere.
 */
function openCheckout(
  Checkout: CheckoutConstructor,
  { order, checkout }: CreateOrderResponse,
): Promise<CheckoutOutcome> {
  const { promise, resolve } = Promise.withResolvers<CheckoutOutcome>()
  let refusal: string | undefined
  const finish = (answer?: VerifyPaymentInput) =>
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
      finish(verifyPaymentSchema.safeParse({ ...given, orderId: order.id }).data),
    modal: { ondismiss: () => finish() },
  })
  opened.on('payment.failed', (failure) => {
    refusal = checkoutFailureSchema.safeParse(failure).data?.error.description
  })
  const closeIfPaid = async () => {
    const state = await callApi(readOrderCall, { id: order.id }).catch(() => undefined)
    if (state?.order.status !== 'paid') return
    opened.close()
    finish()
  }
  // Paid in another tab or on a phone: nobody should pay twice.
  const stop = subscribeEvents(({ type }) => {
    if (type !== 'billing.updated' && type !== 'resync') return
    void closeIfPaid()
  })
  opened.open()
  return promise.finally(stop)
}

/**
 * How long the order can be paid; if the local clock is plainly wrong, the full lifetime of an
 * order.
 */
function secondsLeft({ createdAt, expiresAt }: Order): number {
  const [from, until, now] = [Date.parse(createdAt), Date.parse(expiresAt), readNow()]
  const start = now > from && now < until ? now : from
  return Math.max(1, Math.round((until - start) / 1000))
}

/** The checkout object of the provider's script. */
interface CheckoutWindow {
  on: (event: 'payment.failed', listener: (failure: unknown) => void) => unknown
  open: () => unknown
  close: () => unknown
}

/** Creates a checkout for one order. */
type CheckoutConstructor = new (options: object) => CheckoutWindow

/** The provider's script could not be loaded: a network failure, or a script blocker. */
class CheckoutLoadError extends Error {
  override readonly name = 'CheckoutLost'
}

const loadTimeoutMs = 20_000

/** Loads the provider's script when the owner pays; a second payment finds it loaded. */
async function loadCheckout(scriptUrl: string): Promise<CheckoutConstructor> {
  const known = findConstructor()
  if (known !== undefined) return known
  const script = document.createElement('script')
  script.src = scriptUrl
  script.async = true
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  const timer = setTimeout(
    () => reject(new CheckoutLoadError('The checkout took too long')),
    loadTimeoutMs,
  )
  script.addEventListener('load', () => resolve(undefined))
  script.addEventListener('error', () =>
    reject(new CheckoutLoadError('The checkout was not loaded')),
  )
  document.head.append(script)
  try {
    await promise
  } catch (error) {
    // The next attempt loads it again.
    script.remove()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const loaded = findConstructor()
  if (loaded === undefined) throw new CheckoutLoadError('The script made no checkout')
  return loaded
}

const findConstructor = (): CheckoutConstructor | undefined =>
  (window as { Razorpay?: CheckoutConstructor }).Razorpay
