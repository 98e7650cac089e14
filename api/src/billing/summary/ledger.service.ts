import type { ledgerQuerySchema, LedgerEntry } from '@errand/contract/billing/summary'
import type * as z from 'zod/mini'

import { toPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { readTimeCursor, toTimePage } from '../../http/time-cursor.ts'
import { addDays, startOfDay } from '../../period/days.ts'
import { readAccount } from '../accounts.repo.ts'
import { listLedger } from './lists.repo.ts'

type LedgerRow = Awaited<ReturnType<typeof listLedger>>[number]

/** A page of the ledger, newest first; days are those of the owner's zone. */
export async function readLedger(
  queries: Queries,
  ownerId: string,
  query: z.output<typeof ledgerQuerySchema>,
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
