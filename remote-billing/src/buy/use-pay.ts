import {
  type CheckoutOutcome,
  type CreateOrderInput,
  type CreateOrderResponse,
  type Order,
  type VerifyPaymentInput,
  checkoutFailureSchema,
  verifyPaymentSchema,
} from '@errand/contract/billing/order'
import { isApiError, queryClient, subscribeEvents, userMessage } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'

import { createOrder, getOrder } from '../account/billing.api.ts'
import { billingKey } from '../account/billing.queries.ts'
import { useWords } from '../words/words.ts'

/**
 * Orders, opens the provider's window, and goes to the order's own page whatever came of it: that
 * page asks what is true, also after a reload.
 */
export function usePay() {
  const navigate = useNavigate()
  const lastAttempt = useRef<{ input: string; key: string }>(undefined)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (input: CreateOrderInput) => {
      const text = JSON.stringify(input)
      // The same wish after a lost answer is the same order.
      if (lastAttempt.current?.input !== text)
        lastAttempt.current = { input: text, key: newIdempotencyKey() }
      const created = await createOrder(input, lastAttempt.current.key)
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

/** What went wrong before the payment, and what to do about it. */
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
  const detail = error.problem?.errors?.[0]?.detail ?? error.problem?.detail ?? say('notCharged')
  return { title: userMessage(error), hint: detail }
}

/** Opens the provider's window and waits until it is closed, by whoever pays or from elsewhere. */
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
    const state = await getOrder(order.id).catch(() => undefined)
    if (state?.order.status !== 'paid') return
    opened.close()
    finish()
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

/** What the provider's script puts on the page. */
interface CheckoutWindow {
  on: (event: 'payment.failed', listener: (failure: unknown) => void) => unknown
  open: () => unknown
  close: () => unknown
}

/** Makes a window of the provider's for one order. */
type CheckoutConstructor = new (options: object) => CheckoutWindow

/** The provider's script could not be had: the network, or something that blocks scripts. */
class CheckoutLoadError extends Error {
  override readonly name = 'CheckoutLost'
}

const loadTimeoutMs = 20_000

/** Loads the provider's script, only now that somebody pays; a second payment finds it there. */
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
    // The next try fetches it anew.
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

/** A key that no other call has. Not `randomUUID`: that exists on secure origins only. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
