import { and, asc, eq, ne, sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { invoices, invoiceSeries } from '../../database/schema.ts'

export type InvoiceRow = typeof invoices.$inferSelect

export async function insertInvoice(
  queries: Queries,
  row: typeof invoices.$inferInsert,
): Promise<void> {
  await queries.insert(invoices).values(row)
}

export async function findOwnInvoice(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.ownerId, ownerId), eq(invoices.id, id)))
  return row
}

/** The invoice or receipt of an order; credit notes are none. */
export async function findOrderInvoice(
  queries: Queries,
  orderId: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), ne(invoices.kind, 'credit_note')))
  return row
}

export async function findOrderInvoiceId(
  queries: Queries,
  orderId: string,
): Promise<string | undefined> {
  return (await findOrderInvoice(queries, orderId))?.id
}

export function listCreditNotes(queries: Queries, orderId: string): Promise<InvoiceRow[]> {
  return queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'credit_note')))
    .orderBy(asc(invoices.issuedAt))
}

const istOffsetMs = 5.5 * 60 * 60 * 1000

/** The year from April to March in India that a moment falls into: `26-27`. */
export function financialYear(at: Date): string {
  const local = new Date(at.getTime() + istOffsetMs)
  const year = local.getUTCFullYear() - (local.getUTCMonth() < 3 ? 1 : 0)
  const short = (value: number) => String(value % 100).padStart(2, '0')
  return `${short(year)}-${short(year + 1)}`
}

/**
 * The next number of a series. Its row stays locked until the transaction ends: the next invoice
 * waits, and a transaction that fails gives its number back, so that there are no gaps.
 */
export async function takeInvoiceNumber(
  queries: Queries,
  series: string,
  at: Date,
): Promise<{ number: string; financialYear: string }> {
  const year = financialYear(at)
  const [row] = await queries
    .insert(invoiceSeries)
    .values({ series, financialYear: year, lastNumber: 1 })
    .onConflictDoUpdate({
      target: [invoiceSeries.series, invoiceSeries.financialYear],
      set: { lastNumber: sql`${invoiceSeries.lastNumber} + 1` },
    })
    .returning({ lastNumber: invoiceSeries.lastNumber })
  if (row === undefined) throw new Error(`No number for the series ${series}`)
  const number = `${series}/${year}/${String(row.lastNumber).padStart(4, '0')}`
  return { number, financialYear: year }
}
