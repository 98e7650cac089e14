import { createHash } from 'node:crypto'

import type { AddedByImport } from '@errand/contract/auth'
import { and, count, eq, isNull, sql } from 'drizzle-orm'

import { importAccount } from '../../src/app/account/import/import-account.ts'
import { deleteSignIns } from '../../src/modules/account/sign-ins/sign-ins.repo.ts'
import type { Prices } from '../../src/modules/billing/billing-settings.ts'
import type { Database, Queries } from '../../src/platform/database/database.ts'
import { insertRows } from '../../src/platform/database/insert-rows.ts'
import { newId } from '../../src/platform/database/new-id.ts'
import * as schema from '../../src/platform/database/schema.ts'
import { demoFile, historyDays, readDemoTable } from './demo-file.ts'
import { makeBilling } from './make-billing.ts'

/** The account to make. */
export interface DemoRequest {
  phoneNumber: string
  /** How many chats it has. */
  chats: number
  /** Whether the account's present data is deleted. */
  isReset: boolean
  prices: Prices
  now?: Date
}

/** How many rows were stored. */
export type DemoCounts = AddedByImport & Awaited<ReturnType<typeof makeBilling>>

/** Stores an account that looks as if it had been used for months; all of it or nothing. */
export async function seedDemo(database: Database, request: DemoRequest): Promise<DemoCounts> {
  const { phoneNumber, chats, isReset, prices, now = new Date() } = request
  const { users, templates } = schema
  const since = new Date(now.getTime() - historyDays * 24 * 60 * 60 * 1000)
  return database.transaction(async (queries) => {
    const uid = await clearOwner(queries, { phoneNumber, isReset })
    const ownerId = newId('user')
    const name = 'Demo Owner'
    const moments = { createdAt: since, lastSeenAt: now }
    await queries
      .insert(users)
      .values({ ...moments, id: ownerId, uid, phoneNumber, email: '', name })
    const file = demoFile({ chats, now })
    const added = await importAccount({ queries, ownerId, file, staysOpen: true })
    await insertRows(queries, templates, readDemoTable('templates') as object[], (row) => ({
      ...row,
      ownerId,
    }))
    const [owner] = await queries.select().from(users).where(eq(users.id, ownerId))
    if (owner === undefined) throw new Error('The account is not there')
    return {
      ...added,
      ...(await makeBilling(queries, { owner, now, prices })),
    }
  })
}

/** An error whose message is shown to the user of the command. */
class DemoError extends Error {
  override readonly name = 'DemoError'
}

/**
 * Deletes the present account of the number, and returns its uid, or a new one. The api passes it to the
 * local identity emulator together with all other accounts.
 */
async function clearOwner(
  queries: Queries,
  { phoneNumber, isReset }: { phoneNumber: string; isReset: boolean },
): Promise<string> {
  const [user] = await queries
    .select({ id: schema.users.id, uid: schema.users.uid })
    .from(schema.users)
    .where(and(eq(schema.users.phoneNumber, phoneNumber), isNull(schema.users.deletedAt)))
  if (user === undefined) return uidFor(phoneNumber)
  if (!isReset && (await hasData(queries, user.id))) {
    throw new DemoError(
      `${phoneNumber} has an account with data already. With --reset it is deleted and made anew.`,
    )
  }
  await takeInvoicesBack(queries, user.id)
  // A running api learns that this person's account is another one now.
  await deleteSignIns(queries, { ownerId: user.id, uid: user.uid })
  await queries.delete(schema.users).where(eq(schema.users.id, user.id))
  return user.uid
}

/** A uid as long as the identity provider's own, and always the same for a number. */
function uidFor(phoneNumber: string): string {
  return createHash('sha256')
    .update(`demo ${phoneNumber}`)
    .digest('base64url')
    .replaceAll(/[-_]/g, '0')
    .slice(0, 28)
}

async function hasData(queries: Queries, ownerId: string): Promise<boolean> {
  for (const table of [schema.jobs, schema.chatSessions, schema.ledgerEntries]) {
    const [row] = await queries
      .select({ total: count() })
      .from(table)
      .where(eq(table.ownerId, ownerId))
    if ((row?.total ?? 0) > 0) return true
  }
  return false
}

/** Deletes the account's invoices. Numbers may have no gaps, so only the last ones of a series can be deleted. */
async function takeInvoicesBack(queries: Queries, ownerId: string): Promise<void> {
  const series = sql<string>`split_part(${schema.invoices.number}, '/', 1)`
  const place = sql<number>`split_part(${schema.invoices.number}, '/', 3)::int`
  const own = await queries
    .select({
      series,
      year: schema.invoices.financialYear,
      total: count(),
      first: sql<number>`min(${place})`,
      last: sql<number>`max(${place})`,
    })
    .from(schema.invoices)
    .where(eq(schema.invoices.ownerId, ownerId))
    .groupBy(series, schema.invoices.financialYear)
  for (const { series: letter, year, total, first, last } of own) {
    const isIt = and(
      eq(schema.invoiceSeries.series, letter),
      eq(schema.invoiceSeries.financialYear, year),
    )
    const [taken] = await queries.select().from(schema.invoiceSeries).where(isIt).for('update')
    if (taken?.lastNumber !== last || first + total - 1 !== last) {
      throw new DemoError(
        `Others have invoices of ${letter}/${year} after those of this account. Choose another --phone, or begin with an empty database.`,
      )
    }
    await queries
      .update(schema.invoiceSeries)
      .set({ lastNumber: first - 1 })
      .where(isIt)
    if (first === 1) await queries.delete(schema.invoiceSeries).where(isIt)
  }
  await queries.delete(schema.invoices).where(eq(schema.invoices.ownerId, ownerId))
}
