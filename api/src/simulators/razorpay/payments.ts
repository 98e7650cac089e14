import {
  nowSeconds,
  simulatedId,
  type SimulatedOrder,
  type SimulatedPayment,
  type SimulatedRefund,
  type SimulatorState,
} from './ledger.ts'
import { Refusal } from './refusal.ts'

/** Tells the shop of an event, with the things it is about. */
export type Tell = (
  event: string,
  about: { payment: SimulatedPayment; order?: SimulatedOrder; refund?: SimulatedRefund },
) => void

export interface Simulation {
  state: SimulatorState
  tell: Tell
}

/** Somebody pays at the checkout; the payment is captured if the order or the caller says so. */
export function pay(
  { state, tell }: Simulation,
  orderId: string,
  { method = 'upi', capture }: { method?: string | undefined; capture?: boolean | undefined },
): SimulatedPayment {
  const order = openOrder(state, orderId)
  const payment = attempt(state, order, { status: 'authorized', method })
  tell('payment.authorized', { payment })
  if (capture ?? state.autoCapture.has(orderId)) capturePayment({ state, tell }, payment.id)
  return payment
}

/** Somebody tries to pay and the bank refuses. */
export function failToPay({ state, tell }: Simulation, orderId: string): SimulatedPayment {
  const order = openOrder(state, orderId)
  const payment = attempt(state, order, { status: 'failed', method: 'card' })
  Object.assign(payment, {
    error_code: 'BAD_REQUEST_ERROR',
    error_description: 'Payment failed because the bank declined it.',
    error_source: 'bank',
    error_step: 'payment_authorization',
    error_reason: 'payment_failed',
  })
  tell('payment.failed', { payment })
  return payment
}

export function capturePayment(
  { state, tell }: Simulation,
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
  Object.assign(payment, { status: 'captured', captured: true, fee: 0, tax: 0 })
  Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 })
  tell('payment.captured', { payment })
  tell('order.paid', { payment, order })
  return payment
}

export function refundPayment(
  { state, tell }: Simulation,
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
  const isFull = asked === left
  Object.assign(payment, {
    amount_refunded: payment.amount_refunded + asked,
    refund_status: isFull ? 'full' : 'partial',
    status: isFull ? 'refunded' : 'captured',
  })
  const refund: SimulatedRefund = {
    id: simulatedId('rfnd'),
    entity: 'refund',
    amount: asked,
    currency: payment.currency,
    payment_id: id,
    status: 'processed',
    speed_processed: 'normal',
    created_at: nowSeconds(),
  }
  state.refunds.set(refund.id, refund)
  tell('refund.created', { payment, refund })
  tell('refund.processed', { payment, refund })
  return refund
}

export function findOrder(state: SimulatorState, id: string): SimulatedOrder {
  return found(state.orders.get(id))
}

export function findPayment(state: SimulatorState, id: string): SimulatedPayment {
  return found(state.payments.get(id))
}

function found<T>(value: T | undefined): T {
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
  Object.assign(order, { status: 'attempted', attempts: order.attempts + 1 })
  const payment: SimulatedPayment = {
    id: simulatedId('pay'),
    entity: 'payment',
    amount: order.amount,
    currency: order.currency,
    status,
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: null,
    email: 'void@razorpay.com',
    contact: '+919999999999',
    notes: [],
    fee: null,
    tax: null,
    error_code: null,
    error_description: null,
    error_source: null,
    error_step: null,
    error_reason: null,
    created_at: nowSeconds(),
  }
  state.payments.set(payment.id, payment)
  return payment
}
