import { eq, sql } from 'drizzle-orm'

import type { UserRow } from '../auth/auth.repo.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { accounts, ledgerEntries, users } from '../database/schema.ts'
import type { PlanAccount } from './plan.ts'

/** An account with what its plan depends on. */
export interface AccountRow extends PlanAccount {
  currency: string
  /** When the owner's trial began. */
  startedAt: Date
  preferences: UserRow['preferences']
}

type EntryRow = typeof ledgerEntries.$inferInsert

const columns = {
  currency: accounts.currency,
  balanceMicros: accounts.balanceMicros,
  trialMessages: accounts.trialMessages,
  graceMessages: accounts.graceMessages,
  lowAlertedAt: accounts.lowAlertedAt,
  fullMicros: accounts.fullMicros,
  warnedPercent: accounts.warnedPercent,
  startedAt: sql`coalesce(${users.trialStartedAt}, ${users.createdAt})`.mapWith(users.createdAt),
  preferences: users.preferences,
}

const ofOwner = (queries: Queries, ownerId: string) =>
  queries
    .select(columns)
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.ownerId))
    .where(eq(accounts.ownerId, ownerId))

export async function insertAccount(
  queries: Queries,
  row: typeof accounts.$inferInsert,
): Promise<void> {
  await queries.insert(accounts).values(row).onConflictDoNothing()
}

export async function readAccount(queries: Queries, ownerId: string): Promise<AccountRow> {
  const [row] = await ofOwner(queries, ownerId)
  return present(row, ownerId)
}

/** Locks the account until the transaction ends: its balance changes one step after the other. */
export async function lockAccount(queries: Queries, ownerId: string): Promise<AccountRow> {
  const [row] = await ofOwner(queries, ownerId).for('no key update', { of: accounts })
  return present(row, ownerId)
}

export async function updateAccount(
  queries: Queries,
  ownerId: string,
  changes: Partial<typeof accounts.$inferInsert>,
): Promise<void> {
  await queries.update(accounts).set(changes).where(eq(accounts.ownerId, ownerId))
}

/**
 * Adds a line to the ledger of an account that is locked. No two lines of an owner have the same
 * moment, whatever the clocks of the processes say: in their order each balance follows from the last.
 */
export async function insertEntry(
  queries: Queries,
  { at, ...entry }: Omit<EntryRow, 'id' | 'at'> & { at: Date },
): Promise<void> {
  const later = sql`(select max(e.at) + interval '1 millisecond' from ${ledgerEntries} e
    where e.owner_id = ${entry.ownerId})`
  await queries.insert(ledgerEntries).values({
    ...entry,
    id: newId('ledgerEntry'),
    at: sql`greatest(${sql.param(at, ledgerEntries.at)}::timestamptz, ${later})`,
  })
}

function present(row: AccountRow | undefined, ownerId: string): AccountRow {
  if (row === undefined) throw new Error(`The owner ${ownerId} has no account`)
  return row
}
