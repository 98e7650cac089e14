import type { PlanState } from '@errand/contract/billing/summary'
import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { accounts, ledgerEntries, users } from '../../platform/database/schema.ts'
import { publishEvent } from '../../platform/events/events.repo.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { UserRow } from '../account/account.repo.ts'
import { toPreferences } from '../account/settings-view.ts'
import { messagesFor, type Prices } from './billing-settings.ts'
import { alertLowCredit } from './low-credit.ts'
import { toMicros, toMinor } from './money.ts'
import { applyPlanEvent, planOf, type PlanAccount, type PlanEvent, type PlanRules } from './plan.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What an owner can spend. */
export interface Balance {
  amountMinor: number
  currency: string
  messagesLeft: number
}

/** What a ledger entry refers to. */
interface LedgerSubject {
  messageId?: string
  sessionId?: string
  author?: 'assistant' | 'owner' | 'template'
  orderId?: string
  refundId?: string
}

/** The rules that hold for this account. */
export function planRulesOf(row: AccountRow, prices: Prices): PlanRules {
  const { lowBalanceMinor } = toPreferences(row.preferences).billing
  return {
    unitPriceMicros: prices.unitPriceMicros,
    trialMessages: prices.trialMessages,
    graceMessages: prices.graceMessages,
    trialEndsAt: new Date(row.startedAt.getTime() + prices.trialDays * dayMs),
    lowBalanceMicros: toMicros(lowBalanceMinor, prices.currency),
  }
}

export function toBalance(micros: bigint, prices: Prices): Balance {
  return {
    amountMinor: toMinor(micros, prices.currency),
    currency: prices.currency,
    messagesLeft: messagesFor(micros, prices),
  }
}

/** Locks the account; an empty one takes over a changed currency of the deployment. */
export async function lockAccount(
  queries: Queries,
  ownerId: string,
  prices: Prices,
): Promise<AccountRow> {
  const row = await lockAccountRow(queries, ownerId)
  if (row.currency === prices.currency) return row
  if (row.balanceMicros !== 0n) {
    throw new Error(`The account of ${ownerId} holds ${row.currency}, not ${prices.currency}`)
  }
  await updateAccount(queries, ownerId, { currency: prices.currency })
  return { ...row, currency: prices.currency }
}

/**
 * Changes a locked account: its balance, the ledger entry and the event, in the transaction of these
 * queries. The event locks the owner's row, so nothing else should be locked afterwards.
 */
export async function changeAccount(
  queries: Queries,
  row: AccountRow,
  change: {
    ownerId: string
    event: PlanEvent
    subject: LedgerSubject
    prices: Prices
    queue: Queue
  },
): Promise<{ balance: Balance; kind: string; micros: bigint; plan: PlanState }> {
  const { ownerId, event, subject, prices, queue } = change
  const now = new Date()
  const rules = planRulesOf(row, prices)
  const { account, entry, isLowAlert, isUsedUp } = applyPlanEvent(row, event, { rules, now })
  const { balanceMicros, trialMessages, graceMessages } = account
  const { lowAlertedAt, fullMicros, warnedPercent } = account
  await updateAccount(queries, ownerId, {
    balanceMicros,
    trialMessages,
    graceMessages,
    lowAlertedAt,
    fullMicros,
    warnedPercent,
  })
  await insertEntry(queries, {
    ...entry,
    ...subject,
    ownerId,
    balanceAfterMicros: balanceMicros,
    ...(subject.messageId !== undefined && { unitPrice: prices.unitPrice }),
    at: now,
  })
  const balance = toBalance(balanceMicros, prices)
  const percent = warnedPercent === row.warnedPercent ? null : warnedPercent
  if (isLowAlert || isUsedUp)
    await alertLowCredit(queries, queue, { ownerId, balance, percent, isLowAlert })
  const plan = planOf(account, rules, now)
  await publishEvent(queries, {
    ownerId,
    type: 'billing.updated',
    data: { plan, balance, isLowAlert },
  })
  return { balance, plan, ...entry }
}

/** An account with what its plan depends on. */
export interface AccountRow extends PlanAccount {
  currency: string
  /** When the owner's trial started. */
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

const selectAccount = (queries: Queries, ownerId: string) =>
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
  const [row] = await selectAccount(queries, ownerId)
  return requireAccount(row, ownerId)
}

/** Locks the account until the transaction ends, so that changes of its balance are sequential. */
async function lockAccountRow(queries: Queries, ownerId: string): Promise<AccountRow> {
  const [row] = await selectAccount(queries, ownerId).for('no key update', { of: accounts })
  return requireAccount(row, ownerId)
}

async function updateAccount(
  queries: Queries,
  ownerId: string,
  changes: Partial<typeof accounts.$inferInsert>,
): Promise<void> {
  await queries.update(accounts).set(changes).where(eq(accounts.ownerId, ownerId))
}

/**
 * Adds an entry to the ledger of a locked account. Each entry of an owner is later than the one before,
 * whatever the clocks of the processes say, so that in order of time each balance follows from the last.
 */
async function insertEntry(
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

function requireAccount(row: AccountRow | undefined, ownerId: string): AccountRow {
  if (row === undefined) throw new Error(`The owner ${ownerId} has no account`)
  return row
}
