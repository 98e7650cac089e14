import { and, asc, eq, getTableColumns, gt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import type { Queries } from '../../database/database.ts'
import * as schema from '../../database/schema.ts'

/** What belongs to an owner, as it goes into the archive. */
interface AccountTable {
  name: string
  table: PgTable & { ownerId: PgColumn }
  /** What pages are cut by; with the id behind it where it may be the same twice. */
  order: { at?: PgColumn; key: PgColumn }
}

const { contacts, chatSessions, messages, remarks, formData, templates } = schema
const { jobs, jobVersions, forms, orders, payments, ledgerEntries, invoices, emails } = schema

/** Everything an owner has here, but for what only makes it work: keys, counters, search words. */
export const accountTables: AccountTable[] = [
  { name: 'jobs', table: jobs, order: { key: jobs.id } },
  { name: 'job-versions', table: jobVersions, order: { key: jobVersions.id } },
  { name: 'forms', table: forms, order: { key: forms.id } },
  { name: 'contacts', table: contacts, order: { key: contacts.id } },
  { name: 'chats', table: chatSessions, order: { key: chatSessions.id } },
  // By time, which has an index for each owner: there may be millions.
  { name: 'messages', table: messages, order: { at: messages.createdAt, key: messages.id } },
  { name: 'remarks', table: remarks, order: { key: remarks.id } },
  { name: 'answers', table: formData, order: { key: formData.id } },
  { name: 'templates', table: templates, order: { at: templates.name, key: templates.language } },
  { name: 'orders', table: orders, order: { key: orders.id } },
  { name: 'payments', table: payments, order: { key: payments.id } },
  { name: 'ledger', table: ledgerEntries, order: { key: ledgerEntries.id } },
  { name: 'invoices', table: invoices, order: { key: invoices.id } },
  { name: 'emails', table: emails, order: { key: emails.id } },
] as AccountTable[]

const pageSize = 500
const hidden = new Set(['ownerId', 'undo', 'searchWords', 'searchText', 'sortName'])

/** The columns that an owner understands, in the table's order. */
export function columnsOf({ table }: AccountTable): string[] {
  return Object.keys(getTableColumns(table)).filter((name) => !hidden.has(name))
}

/** All rows of an owner, a page at a time. */
export async function* rowsOf(
  queries: Queries,
  { table, order }: AccountTable,
  ownerId: string,
): AsyncGenerator<Record<string, unknown>> {
  const { at, key } = order
  const columns = { ...getTableColumns(table), at: at ?? key, key }
  let after: SQL | undefined
  for (;;) {
    const page = await queries
      .select(columns)
      .from(table)
      .where(and(eq(table.ownerId, ownerId), after))
      .orderBy(...(at === undefined ? [asc(key)] : [asc(at), asc(key)]))
      .limit(pageSize)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return
    after =
      at === undefined
        ? gt(key, last.key)
        : sql`(${at}, ${key}) > (${sql.param(last.at, at)}, ${sql.param(last.key, key)})`
  }
}
