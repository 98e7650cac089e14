import { randomInt } from 'node:crypto'

import type { Context } from 'hono'

/** Sends an event to the shop, with its entities. */
export type EmitEvent = (
  event: string,
  about: { payment: SimulatedPayment; order?: SimulatedOrder; refund?: SimulatedRefund },
) => void

export interface Simulation {
  state: SimulatorState
  emit: EmitEvent
}

/** Pays an order at the checkout; the payment is captured if the order or the caller wants that. */
export function pay(
  { state, emit }: Simulation,
  orderId: string,
  { method = 'upi', capture }: { method?: string | undefined; capture?: boolean | undefined },
): SimulatedPayment {
  const order = openOrder(state, orderId)
  const payment = attempt(state, order, { status: 'authorized', method })
  emit('payment.authorized', { payment })
  if (capture ?? state.autoCapture.has(orderId)) capturePayment({ state, emit }, payment.id)
  return payment
}

/** Makes a payment that the bank refuses. */
export function failToPay({ state, emit }: Simulation, orderId: string): SimulatedPayment {
  const order = openOrder(state, orderId)
  const payment = attempt(state, order, { status: 'failed', method: 'card' })
  Object.assign(payment, {
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Payment failed because the bank declined it.',
  })
  emit('payment.failed', { payment })
  return payment
}

export function capturePayment(
  { state, emit }: Simulation,
  id: string,
  amount?: number,
): SimulatedPayment {
  const payment = findPayment(state, id)
  if (payment.status !== 'authorized') {
    throw new Refusal('This payment has already been captured')
  }
  if (amount !== undefined && amount !== payment.amount) {
    throw new Refusal('Capture amount must be equal to the amount authorized', { field: 'amount' })
  }
  const order = findOrder(state, payment.order_id)
  Object.assign(payment, { status: 'captured', captured: true })
  order.status = 'paid'
  emit('payment.captured', { payment })
  emit('order.paid', { payment, order })
  return payment
}

export function refundPayment(
  { state, emit }: Simulation,
  id: string,
  amount?: number,
): SimulatedRefund {
  const payment = findPayment(state, id)
  const left = payment.amount - payment.amount_refunded
  const asked = amount ?? left
  if (!payment.captured) throw new Refusal('The payment status should be captured')
  if (!Number.isSafeInteger(asked) || asked < 1 || asked > left) {
    throw new Refusal('The refund amount provided is greater than amount captured', {
      field: 'amount',
    })
  }
  payment.amount_refunded += asked
  if (asked === left) payment.status = 'refunded'
  const refund: SimulatedRefund = {
    id: simulatedId('rfnd'),
    entity: 'refund',
    amount: asked,
    currency: payment.currency,
    payment_id: id,
    status: 'processed',
  }
  emit('refund.created', { payment, refund })
  emit('refund.processed', { payment, refund })
  return refund
}

export function findOrder(state: SimulatorState, id: string): SimulatedOrder {
  return requireFound(state.orders.get(id))
}

export function findPayment(state: SimulatorState, id: string): SimulatedPayment {
  return requireFound(state.payments.get(id))
}

function requireFound<T>(value: T | undefined): T {
  if (value === undefined) throw new Refusal('The id provided does not exist')
  return value
}

function openOrder(state: SimulatorState, id: string): SimulatedOrder {
  const order = findOrder(state, id)
  if (order.status !== 'paid') return order
  throw new Refusal('The order is already paid')
}

function attempt(
  state: SimulatorState,
  order: SimulatedOrder,
  { status, method }: Pick<SimulatedPayment, 'status' | 'method'>,
): SimulatedPayment {
  order.status = 'attempted'
  const { amount, currency, id: orderId } = order
  const payment: SimulatedPayment = {
    id: simulatedId('pay'),
    entity: 'payment',
    amount,
    currency,
    status,
    order_id: orderId,
    method,
    amount_refunded: 0,
    captured: false,
    error_code: null,
    error_description: null,
  }
  state.payments.set(payment.id, payment)
  return payment
}

/** An order in Razorpay's own shape, as far as the product reads it. */
export interface SimulatedOrder {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt: string | undefined
  status: 'created' | 'attempted' | 'paid'
}

interface SimulatedPayment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  method: string
  amount_refunded: number
  captured: boolean
  error_code: string | null
  error_description: string | null
}

interface SimulatedRefund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  status: 'processed'
}

/** The state of the simulator, which is kept in memory only. */
interface SimulatorState {
  orders: Map<string, SimulatedOrder>
  /** The orders whose payments are captured automatically. */
  autoCapture: Set<string>
  payments: Map<string, SimulatedPayment>
}

export const emptyState = (): SimulatorState => ({
  orders: new Map(),
  autoCapture: new Set(),
  payments: new Map(),
})

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id as Razorpay writes it: `order_` and fourteen letters and digits. */
export function simulatedId(prefix: 'order' | 'pay' | 'rfnd' | 'evt'): string {
  const letters = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)])
  return `${prefix}_${letters.join('')}`
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** An error response of the simulated Razorpay. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: 400 | 401
  readonly field: string | undefined

  constructor(
    description: string,
    { status = 400, field }: { status?: 400 | 401; field?: string } = {},
  ) {
    super(description)
    this.status = status
    this.field = field
  }
}

/** Writes an error response as Razorpay does. */
export function answerRefusal(c: Context, { message, status, field }: Refusal): Response {
  const error = { code: 'BAD_REQUEST_ERROR', description: message, field }
  return c.json({ error }, status)
}
