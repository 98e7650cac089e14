import { createHash } from 'node:crypto'

import { and, count, eq, isNull, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import {
  chatSessions,
  invoices,
  invoiceSeries,
  jobs,
  ledgerEntries,
  users,
} from '../database/schema.ts'

/** A sentence for whoever runs the command. */
class DemoError extends Error {
  override readonly name = 'DemoError'
}

/**
 * The uid under which the number signs in: that of the profile it has already, else a new one. The
 * local identity emulator learns it from the api, which gives it every account of the database.
 */
export async function clearOwner(
  queries: Queries,
  { phoneNumber, isReset }: { phoneNumber: string; isReset: boolean },
): Promise<string> {
  const [user] = await queries
    .select({ id: users.id, uid: users.uid })
    .from(users)
    .where(and(eq(users.phoneNumber, phoneNumber), isNull(users.deletedAt)))
  if (user === undefined) return uidFor(phoneNumber)
  if (!isReset && (await hasData(queries, user.id))) {
    throw new DemoError(
      `${phoneNumber} has an account with data already. With --reset it is deleted and made anew.`,
    )
  }
  await takeInvoicesBack(queries, user.id)
  await queries.delete(users).where(eq(users.id, user.id))
  return user.uid
}

/** As long as the identity provider's own, and always the same. */
function uidFor(phoneNumber: string): string {
  return createHash('sha256')
    .update(`demo ${phoneNumber}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, '0')
    .slice(0, 28)
}

async function hasData(queries: Queries, ownerId: string): Promise<boolean> {
  for (const table of [jobs, chatSessions, ledgerEntries]) {
    const [row] = await queries
      .select({ total: count() })
      .from(table)
      .where(eq(table.ownerId, ownerId))
    if ((row?.total ?? 0) > 0) return true
  }
  return false
}

/** Numbers of invoices have no gaps: only the last ones of a series can be taken back. */
async function takeInvoicesBack(queries: Queries, ownerId: string): Promise<void> {
  const series = sql<string>`split_part(${invoices.number}, '/', 1)`
  const place = sql<number>`split_part(${invoices.number}, '/', 3)::int`
  const own = await queries
    .select({
      series,
      year: invoices.financialYear,
      total: count(),
      first: sql<number>`min(${place})`,
      last: sql<number>`max(${place})`,
    })
    .from(invoices)
    .where(eq(invoices.ownerId, ownerId))
    .groupBy(series, invoices.financialYear)
  for (const { series: letter, year, total, first, last } of own) {
    const isIt = and(eq(invoiceSeries.series, letter), eq(invoiceSeries.financialYear, year))
    const [taken] = await queries.select().from(invoiceSeries).where(isIt).for('update')
    if (taken?.lastNumber !== last || first + total - 1 !== last) {
      throw new DemoError(
        `Others have invoices of ${letter}/${year} after those of this account. Choose another --phone, or begin with an empty database.`,
      )
    }
    await queries
      .update(invoiceSeries)
      .set({ lastNumber: first - 1 })
      .where(isIt)
    if (first === 1) await queries.delete(invoiceSeries).where(isIt)
  }
  await queries.delete(invoices).where(eq(invoices.ownerId, ownerId))
}
