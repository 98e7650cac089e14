import type { Order, OrderState } from '@errand/contract/billing/order'
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  lte,
  ne,
  notExists,
  or,
  type SQL,
} from 'drizzle-orm'

import type { Queries } from '../../../platform/database/database.ts'
import { orders, payments } from '../../../platform/database/schema.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { findOrderInvoiceId, listCreditNotes } from '../invoices/invoices.ts'

export type OrderRow = typeof orders.$inferSelect
export type PaymentRow = typeof payments.$inferSelect

export async function insertOrder(
  queries: Queries,
  row: typeof orders.$inferInsert,
): Promise<OrderRow> {
  const [inserted] = await queries.insert(orders).values(row).returning()
  if (inserted === undefined) throw new Error(`The order ${row.id} was not stored`)
  return inserted
}

export async function requireOrder(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<OrderRow> {
  const [row] = await queries
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), eq(orders.id, id)))
  if (row === undefined) throw new Problem('not_found', { detail: 'There is no such order.' })
  return row
}

export async function findOrderByProviderId(
  queries: Queries,
  providerOrderId: string,
): Promise<OrderRow | undefined> {
  const [row] = await queries
    .select()
    .from(orders)
    .where(eq(orders.providerOrderId, providerOrderId))
  return row
}

/** Locks the order until the transaction ends, so that parallel reports are applied one by one. */
export async function lockOrder(queries: Queries, id: string): Promise<OrderRow> {
  const [row] = await queries.select().from(orders).where(eq(orders.id, id)).for('no key update')
  if (row === undefined) throw new Error(`No order ${id} to lock`)
  return row
}

/** The newest order of this amount without an attempt to pay, or whose attempts have all failed. */
export async function findOpenOrder(
  queries: Queries,
  wanted: { ownerId: string; amountMinor: number; totalMinor: number; currency: string; now: Date },
): Promise<OrderRow | undefined> {
  const of = (...conditions: SQL[]) =>
    queries
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orders.id), ...conditions))
  const isAllFailed = and(
    eq(orders.status, 'attempted'),
    exists(of()),
    notExists(of(ne(payments.status, 'failed'))),
  )
  const [row] = await queries
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.ownerId, wanted.ownerId),
        or(eq(orders.status, 'created'), isAllFailed),
        eq(orders.amountMinor, wanted.amountMinor),
        eq(orders.totalMinor, wanted.totalMinor),
        eq(orders.currency, wanted.currency),
        gt(orders.expiresAt, wanted.now),
      ),
    )
    .orderBy(desc(orders.createdAt))
    .limit(1)
  return row
}

export async function updateOrder(
  queries: Queries,
  id: string,
  changes: Partial<typeof orders.$inferInsert>,
): Promise<OrderRow> {
  const [row] = await queries.update(orders).set(changes).where(eq(orders.id, id)).returning()
  if (row === undefined) throw new Error(`No order ${id} to change`)
  return row
}

/** Unfinished orders, and recently expired ones that may still be paid; oldest first. */
export function listUnfinishedOrders(
  queries: Queries,
  { createdBefore, expiredSince }: { createdBefore: Date; expiredSince: Date },
): Promise<OrderRow[]> {
  const isLate = and(eq(orders.status, 'expired'), gt(orders.createdAt, expiredSince))
  return queries
    .select()
    .from(orders)
    .where(
      and(
        or(inArray(orders.status, ['created', 'attempted']), isLate),
        lte(orders.createdAt, createdBefore),
      ),
    )
    .orderBy(asc(orders.createdAt))
}

export function listPayments(queries: Queries, orderId: string): Promise<PaymentRow[]> {
  return queries
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.at))
}

export async function upsertPayment(
  queries: Queries,
  row: typeof payments.$inferInsert,
): Promise<PaymentRow> {
  const { status, method, error } = row
  const [stored] = await queries
    .insert(payments)
    .values(row)
    .onConflictDoUpdate({
      target: payments.providerPaymentId,
      set: { status, method, error: error ?? null },
    })
    .returning()
  if (stored === undefined) throw new Error(`The payment ${row.providerPaymentId} was not stored`)
  return stored
}

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

/** The order with its payments, its invoice and what was refunded. */
export async function readOrderState(queries: Queries, row: OrderRow): Promise<OrderState> {
  const attempts = await listPayments(queries, row.id)
  const notes = await listCreditNotes(queries, row.id)
  return {
    order: toOrder(row),
    payments: attempts.map(toPayment),
    invoiceId: (await findOrderInvoiceId(queries, row.id)) ?? null,
    refundedMinor: notes.reduce((sum, { document }) => sum + document.totalMinor, 0),
  }
}

function toPayment({ id, method, status, error, at }: PaymentRow): OrderState['payments'][number] {
  return { id, method, status, ...(error !== null && { error }), at: at.toISOString() }
}
