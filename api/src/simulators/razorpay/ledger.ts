import { randomInt } from 'node:crypto'

/** An order in Razorpay's own shape, with what only the simulator knows. */
export interface SimulatedOrder {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: unknown
  created_at: number
}

export interface SimulatedPayment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string
  invoice_id: null
  international: boolean
  method: string
  amount_refunded: number
  refund_status: 'partial' | 'full' | null
  captured: boolean
  description: null
  email: string
  contact: string
  notes: unknown[]
  fee: number | null
  tax: number | null
  error_code: string | null
  error_description: string | null
  error_source: string | null
  error_step: string | null
  error_reason: string | null
  created_at: number
}

export interface SimulatedRefund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  status: 'processed'
  speed_processed: 'normal'
  created_at: number
}

/** What the simulator remembers; it is gone when the process ends. */
export interface SimulatorState {
  orders: Map<string, SimulatedOrder>
  /** The orders whose payments are captured without anybody asking. */
  autoCapture: Set<string>
  payments: Map<string, SimulatedPayment>
  refunds: Map<string, SimulatedRefund>
}

export function emptyState(): SimulatorState {
  return { orders: new Map(), autoCapture: new Set(), payments: new Map(), refunds: new Map() }
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id as Razorpay writes it: `order_` and fourteen letters and digits. */
export function simulatedId(prefix: 'order' | 'pay' | 'rfnd' | 'evt'): string {
  const letters = Array.from({ length: 14 }, () => alphabet[randomInt(alphabet.length)])
  return `${prefix}_${letters.join('')}`
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)
