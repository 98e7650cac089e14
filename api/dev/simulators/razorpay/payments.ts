import { randomBytes } from 'node:crypto'

import { HTTPException } from 'hono/http-exception'

/** Sends an event to the shop, with its entities. */
export type EmitEvent = (
  event: string,
  about: { payment: SimulatedPayment; order?: SimulatedOrder; refund?: object },
) => void

/** The state of the simulator, which is kept in memory only. */
export const openSimulation = (emit: EmitEvent) => ({
  emit,
  orders: new Map<string, SimulatedOrder>(),
  /** The orders whose payments are captured automatically. */
  autoCapture: new Set<string>(),
  payments: new Map<string, SimulatedPayment>(),
})
export type Simulation = ReturnType<typeof openSimulation>

/** Pays an order at the checkout; the payment is captured if the order or the caller wants that. */
export function pay(
  simulation: Simulation,
  orderId: string,
  capture = simulation.autoCapture.has(orderId),
): SimulatedPayment {
  const fine = { error_code: null, error_description: null }
  const payment = attempt(simulation, orderId, { status: 'authorized', method: 'upi', ...fine })
  simulation.emit('payment.authorized', { payment })
  if (capture) capturePayment(simulation, payment.id)
  return payment
}

/** Makes a payment that the bank refuses. */
export function failToPay(simulation: Simulation, orderId: string): SimulatedPayment {
  const payment = attempt(simulation, orderId, {
    status: 'failed',
    method: 'card',
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Payment failed because the bank declined it.',
  })
  simulation.emit('payment.failed', { payment })
  return payment
}

export function capturePayment(
  { orders, payments, emit }: Simulation,
  id: string,
  amount?: number,
): SimulatedPayment {
  const payment = find(payments, id)
  if (payment.status !== 'authorized') {
    throw refusal('This payment has already been captured')
  }
  if (amount !== undefined && amount !== payment.amount) {
    throw refusal('Capture amount must be equal to the amount authorized', 'amount')
  }
  const order = find(orders, payment.order_id)
  Object.assign(payment, { status: 'captured', captured: true })
  order.status = 'paid'
  emit('payment.captured', { payment })
  emit('order.paid', { payment, order })
  return payment
}

export function refundPayment({ payments, emit }: Simulation, id: string, amount?: number) {
  const payment = find(payments, id)
  const left = payment.amount - payment.amount_refunded
  const asked = amount ?? left
  if (!payment.captured) throw refusal('The payment status should be captured')
  if (!Number.isSafeInteger(asked) || asked < 1 || asked > left) {
    throw refusal('The refund amount provided is greater than amount captured', 'amount')
  }
  payment.amount_refunded += asked
  if (asked === left) payment.status = 'refunded'
  const refund = {
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

export function find<T>(all: Map<string, T>, id: string): T {
  const found = all.get(id)
  if (found === undefined) throw refusal('The id provided does not exist')
  return found
}

export function createOrder(
  { orders, autoCapture }: Simulation,
  { amount, currency, receipt }: Pick<SimulatedOrder, 'amount' | 'currency' | 'receipt'>,
  isAutoCapture: boolean,
): SimulatedOrder {
  const id = simulatedId('order')
  const order = { id, entity: 'order', amount, currency, receipt, status: 'created' } as const
  orders.set(id, order)
  if (isAutoCapture) autoCapture.add(id)
  return order
}

/** A payment of an order that is not paid yet. */
function attempt(
  { orders, payments }: Simulation,
  orderId: string,
  about: Pick<SimulatedPayment, 'status' | 'method' | 'error_code' | 'error_description'>,
): SimulatedPayment {
  const order = find(orders, orderId)
  if (order.status === 'paid') throw refusal('The order is already paid')
  order.status = 'attempted'
  const payment: SimulatedPayment = {
    id: simulatedId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    order_id: orderId,
    amount_refunded: 0,
    captured: false,
    ...about,
  }
  payments.set(payment.id, payment)
  return payment
}

/** An order in Razorpay's own shape, as far as the product reads it. */
export interface SimulatedOrder {
  id: string
  entity: 'order'
  amount: number
  currency: string
  receipt?: string | undefined
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

/** An id as Razorpay writes it: `order_` and fourteen letters and digits. */
export const simulatedId = (prefix: 'order' | 'pay' | 'rfnd' | 'evt') =>
  `${prefix}_${randomBytes(7).toString('hex')}`

/** An error response as Razorpay writes it. */
export function refusal(description: string, field?: string, status: 400 | 401 = 400) {
  const error = { code: 'BAD_REQUEST_ERROR', description, field }
  return new HTTPException(status, { res: Response.json({ error }, { status }) })
}
