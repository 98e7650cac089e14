import { createHash } from 'node:crypto'

import { and, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import { deleteSignIns } from '../../src/modules/account/sign-ins/sign-ins.repo.ts'
import type { Prices } from '../../src/modules/billing/billing-settings.ts'
import type { Database, Queries } from '../../src/platform/database/database.ts'
import * as schema from '../../src/platform/database/schema.ts'
import { createIds, dayMs, historyDays, addMs, Random, type DemoAccount } from './demo-account.ts'
import { demoOwner, makeAccount, type DemoSize, type MadeAccount } from './make-account.ts'
import { makeInvoices } from './make-billing.ts'

/** The account to make, and its size. */
export interface DemoRequest extends DemoSize {
  phoneNumber: string
  /** The same seed gives the same contacts, texts and figures. */
  seed: number
  /** Whether the account's present data is deleted. */
  isReset: boolean
  prices: Prices
  now?: Date
}

/** How many rows were stored. */
export interface DemoCounts {
  jobs: number
  contacts: number
  sessions: number
  messages: number
  orders: number
  invoices: number
  ledgerEntries: number
}

/** Stores an account that looks as if it had been used for months; all of it or nothing. */
export async function seedDemo(database: Database, request: DemoRequest): Promise<DemoCounts> {
  const { phoneNumber, seed, isReset, prices, now = new Date() } = request
  return database.transaction(async (queries) => {
    const uid = await clearOwner(queries, { phoneNumber, isReset })
    const newId = createIds(`${seed} ${phoneNumber} ${now.getTime()}`)
    const since = addMs(now, -historyDays * dayMs)
    const account: DemoAccount = {
      ownerId: newId('user', since),
      since,
      now,
      random: new Random(seed),
      newId,
      prices,
    }
    const made = makeAccount(account, request)
    await insertOwner(queries, account, { uid, phoneNumber, made })
    return insertBilling(queries, account, made)
  })
}

async function insertOwner(
  queries: Queries,
  { ownerId, since, now }: DemoAccount,
  { uid, phoneNumber, made }: { uid: string; phoneNumber: string; made: MadeAccount },
): Promise<void> {
  await queries
    .insert(schema.users)
    .values({ ...demoOwner, id: ownerId, uid, phoneNumber, createdAt: since, lastSeenAt: now })
  const rows: [PgTable, readonly object[]][] = [
    [schema.jobs, made.jobs.map(({ row }) => row)],
    [schema.forms, made.jobs.map(({ form }) => form)],
    [schema.jobVersions, made.jobs.flatMap(({ versions }) => versions)],
    [schema.templates, made.templates],
    [schema.contacts, made.contacts],
    [schema.chatSessions, made.chats.map(({ session }) => session)],
    [schema.messages, made.chats.flatMap(({ messages }) => messages)],
    [schema.formData, made.chats.map(({ answers }) => answers)],
    [schema.remarks, made.remarks],
  ]
  for (const [table, ofTable] of rows) await insertRows(queries, table, ofTable)
}

async function insertBilling(
  queries: Queries,
  account: DemoAccount,
  made: MadeAccount,
): Promise<DemoCounts> {
  const { ownerId, prices } = account
  const orders = [...made.orders, made.failedOrder]
  const buyer = { name: demoOwner.preferences.business.name }
  const invoices = await makeInvoices(queries, account, { orders: made.orders, buyer })
  await insertRows(queries, schema.accounts, [
    { ownerId, currency: prices.currency, ...made.account },
  ])
  const [orderRows, payments] = [orders.map(({ row }) => row), orders.map(({ payment }) => payment)]
  await insertRows(queries, schema.orders, orderRows)
  await insertRows(queries, schema.payments, payments)
  await insertRows(queries, schema.ledgerEntries, made.entries)
  await insertRows(queries, schema.invoices, invoices)
  return {
    jobs: made.jobs.length,
    contacts: made.contacts.length,
    sessions: made.chats.length,
    messages: made.chats.reduce((sum, { messages }) => sum + messages.length, 0),
    orders: orders.length,
    invoices: invoices.length,
    ledgerEntries: made.entries.length,
  }
}

/** Rows per statement: enough for speed, and few enough that a statement stays within some megabytes. */
const rowsAtOnce = 2000

/**
 * Stores many rows: each statement sends its rows as one JSON document, which PostgreSQL reads far faster
 * than a list of parameters. All rows have the members of the first one.
 */
async function insertRows(
  queries: Queries,
  table: PgTable,
  rows: readonly object[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const columns = Object.entries(getTableColumns(table))
    .filter(([member]) => member in first)
    .map(([member, { name }]) => ({ member, name }))
  const names = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  )
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const documents = rows
      .slice(start, start + rowsAtOnce)
      .map((row) =>
        Object.fromEntries(
          columns.map(({ member, name }) => [
            name,
            (row as Record<string, unknown>)[member] ?? null,
          ]),
        ),
      )
    const json = JSON.stringify(documents, (_member, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )
    await queries.execute(
      sql`insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, ${json}::json)`,
    )
  }
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
