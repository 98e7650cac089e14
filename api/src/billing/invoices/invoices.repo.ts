import { and, asc, eq, ne } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { invoices } from '../../database/schema.ts'

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

export async function findInvoice(queries: Queries, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await queries.select().from(invoices).where(eq(invoices.id, id))
  return row
}

/** Locks the invoice until the transaction ends, so that it gets one file. */
export async function lockInvoice(queries: Queries, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await queries
    .select()
    .from(invoices)
    .where(eq(invoices.id, id))
    .for('no key update')
  return row
}

export async function setInvoiceFile(
  queries: Queries,
  id: string,
  file: { pdfFileId: string; pdfSha256: string },
): Promise<void> {
  await queries.update(invoices).set(file).where(eq(invoices.id, id))
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
