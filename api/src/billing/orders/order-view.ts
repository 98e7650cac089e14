import type { Order, OrderState } from '@errand/contract/billing/order'

import type { Queries } from '../../database/database.ts'
import { findOrderInvoiceId, listCreditNotes } from '../invoices/invoices.repo.ts'
import { listPayments, type OrderRow, type PaymentRow } from './orders.repo.ts'

/** The order as the contract shows it. */
export function toOrder(row: OrderRow): Order {
  const {
    ownerId: _,
    taxScheme: _scheme,
    taxRate: _rate,
    createdAt,
    expiresAt,
    paidAt,
    ...order
  } = row
  return {
    ...order,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(paidAt !== null && { paidAt: paidAt.toISOString() }),
  }
}

/** The order with its payments, its invoice and what was paid back of it. */
export async function readOrderState(queries: Queries, row: OrderRow): Promise<OrderState> {
  const payments = await listPayments(queries, row.id)
  const notes = await listCreditNotes(queries, row.id)
  return {
    order: toOrder(row),
    payments: payments.map(toPayment),
    invoiceId: (await findOrderInvoiceId(queries, row.id)) ?? null,
    refundedMinor: notes.reduce((sum, { document }) => sum + document.totalMinor, 0),
  }
}

function toPayment({ id, method, status, error, at }: PaymentRow): OrderState['payments'][number] {
  return { id, method, status, ...(error !== null && { error }), at: at.toISOString() }
}
