import type { LedgerEntry, LedgerKind, listLedgerCall } from '@errand/contract/billing/summary'
import { and, desc, eq, gte, lt, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { Queries } from '../../platform/database/database.ts'
import { invoices, ledgerEntries, orders } from '../../platform/database/schema.ts'
import { readTimeCursor, toTimePage, type TimePosition } from '../../platform/http/cursor.ts'
import { addDays, startOfDay } from '../../platform/period/days.ts'
import { toPreferences } from '../account/settings-view.ts'
import { readAccount } from './accounts.ts'

type LedgerRow = Awaited<ReturnType<typeof listLedger>>[number]

/** A page of the ledger, newest first; days are those of the owner's zone. */
export async function readLedger(
  queries: Queries,
  ownerId: string,
  query: z.output<(typeof listLedgerCall)['query']>,
): Promise<{ items: LedgerEntry[]; nextCursor: string | null }> {
  const { preferences } = await readAccount(queries, ownerId)
  const tz = toPreferences(preferences).business.timeZone
  const after = readTimeCursor(query.cursor, { kind: 'ledgerEntry' })
  const page = { ownerId, after, limit: query.limit + 1 }
  const rows = await listLedger(queries, page, {
    kind: query.kind,
    from: query.from === undefined ? undefined : startOfDay(query.from, tz),
    before: query.to === undefined ? undefined : startOfDay(addDays(query.to, 1), tz),
  })
  return toTimePage(rows, query.limit, { toItem: toEntry, positionOf: (row) => row })
}

function toEntry(row: LedgerRow): LedgerEntry {
  const { messageId, sessionId, orderId, author, unitPrice } = row
  return {
    id: row.id,
    kind: row.kind,
    micros: String(row.micros),
    balanceAfterMicros: String(row.balanceAfterMicros),
    ...(messageId !== null && { messageId }),
    ...(sessionId !== null && { sessionId }),
    ...(orderId !== null && { orderId }),
    ...(author !== null && { author }),
    ...(unitPrice !== null && { unitPrice }),
    at: row.at.toISOString(),
  }
}

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
function listLedger(queries: Queries, page: Page, { kind, from, before }: LedgerFilter) {
  return queries
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.ownerId, page.ownerId),
        isBeyondCursor(page, ledgerEntries.at, ledgerEntries.id),
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
    .where(and(eq(orders.ownerId, page.ownerId), isBeyondCursor(page, orders.createdAt, orders.id)))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(page.limit)
}

export function listInvoices(queries: Queries, page: Page) {
  return queries
    .select()
    .from(invoices)
    .where(
      and(eq(invoices.ownerId, page.ownerId), isBeyondCursor(page, invoices.issuedAt, invoices.id)),
    )
    .orderBy(desc(invoices.issuedAt), desc(invoices.id))
    .limit(page.limit)
}

function isBeyondCursor({ after }: Page, at: AnyColumn, id: AnyColumn): SQL | undefined {
  if (after === undefined) return undefined
  return sql`(${at}, ${id}) < (${sql.param(after.at, at)}, ${after.id})`
}
