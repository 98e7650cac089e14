import type { Prices } from '../billing/billing-settings.ts'
import type { Database, Queries } from '../database/database.ts'
import * as schema from '../database/schema.ts'
import type { DemoAccount } from './demo-account.ts'
import { createIds } from './demo-ids.ts'
import { dayMs, historyDays, plus } from './demo-time.ts'
import { insertRows } from './insert-rows.ts'
import { demoOwner, makeAccount, type DemoSize, type MadeAccount } from './make-account.ts'
import { makeInvoices } from './make-invoices.ts'
import { clearOwner } from './owner-of-demo.ts'
import { Random } from './random.ts'

/** Which account is made, and how large. */
export interface DemoRequest extends DemoSize {
  phoneNumber: string
  /** The same number gives the same people, words and figures. */
  seed: number
  /** Deletes what the account has. */
  isReset: boolean
  prices: Prices
  now?: Date
}

/** What was stored. */
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
    const since = plus(now, -historyDays * dayMs)
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
    await insertChats(queries, made)
    return insertBilling(queries, account, made)
  })
}

async function insertOwner(
  queries: Queries,
  { ownerId, since, now }: DemoAccount,
  { uid, phoneNumber, made }: { uid: string; phoneNumber: string; made: MadeAccount },
): Promise<void> {
  const { jobs, forms, jobVersions, templates, users } = schema
  await queries
    .insert(users)
    .values({ ...demoOwner, id: ownerId, uid, phoneNumber, createdAt: since, lastSeenAt: now })
  await insertRows(
    queries,
    jobs,
    made.jobs.map(({ row }) => row),
  )
  await insertRows(
    queries,
    forms,
    made.jobs.map(({ form }) => form),
  )
  await insertRows(
    queries,
    jobVersions,
    made.jobs.flatMap(({ versions }) => versions),
  )
  await insertRows(queries, templates, made.templates)
}

async function insertChats(
  queries: Queries,
  { contacts, chats, remarks }: MadeAccount,
): Promise<void> {
  await insertRows(queries, schema.contacts, contacts)
  await insertRows(
    queries,
    schema.chatSessions,
    chats.map(({ session }) => session),
  )
  await insertRows(
    queries,
    schema.messages,
    chats.flatMap(({ messages }) => messages),
  )
  await insertRows(
    queries,
    schema.formData,
    chats.map(({ answers }) => answers),
  )
  await insertRows(queries, schema.remarks, remarks)
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
  await insertRows(
    queries,
    schema.orders,
    orders.map(({ row }) => row),
  )
  await insertRows(
    queries,
    schema.payments,
    orders.map(({ payment }) => payment),
  )
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
