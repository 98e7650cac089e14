import type { LedgerKind } from '@errand/contract/billing/summary'
import { and, desc, eq, gte, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { invoices, ledgerEntries, orders } from '../../database/schema.ts'
import type { TimePosition } from '../../http/time-cursor.ts'

interface Page {
  ownerId: string
  after: TimePosition | undefined
  limit: number
}

interface LedgerFilter {
  kind?: LedgerKind | undefined
  from?: Date | undefined
  before?: Date | undefined
}

/** The ledger, newest first. */
export function listLedger(queries: Queries, page: Page, { kind, from, before }: LedgerFilter) {
  return queries
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.ownerId, page.ownerId),
        isAfter(page, ledgerEntries.at, ledgerEntries.id),
        kind === undefined ? undefined : eq(ledgerEntries.kind, kind),
        from === undefined ? undefined : gte(ledgerEntries.at, from),
        before === undefined ? undefined : lt(ledgerEntries.at, before),
      ),
    )
    .orderBy(desc(ledgerEntries.at), desc(ledgerEntries.id))
    .limit(page.limit)
}

export function listOrders(queries: Queries, page: Page) {
  return queries
    .select()
    .from(orders)
    .where(and(eq(orders.ownerId, page.ownerId), isAfter(page, orders.createdAt, orders.id)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
}

export function listInvoices(queries: Queries, page: Page) {
  return queries
    .select()
    .from(invoices)
    .where(and(eq(invoices.ownerId, page.ownerId), isAfter(page, invoices.issuedAt, invoices.id)))
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(page.limit)
}

function isAfter({ after }: Page, at: AnyColumn, id: AnyColumn): SQL | undefined {
  if (after === undefined) return undefined
  return sql`(${at}, ${id}) < (${sql.param(after.at, at)}, ${after.id})`
}
