import type { BillingCosts } from '@errand/contract/billing/summary'
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions, contacts, jobs, ledgerEntries } from '../../platform/database/schema.ts'
import { addDays, daysBetween, readPeriod, startOfDay } from '../../platform/period/days.ts'
import { dialledNumber } from '../../platform/phones/number-forms.ts'
import { toPreferences } from '../account/settings-view.ts'
import { readAccount } from './accounts.ts'
import { toMinor } from './money.ts'

/** What was sent on one day by one author. */
export interface UsageRow {
  /** Of the days asked for, counted from 0. */
  day: number
  author: 'assistant' | 'owner' | 'template' | null
  messages: number
  micros: bigint
  failed: number
}

/** The ledger again, to join each charge with its refund. */
const refunds = alias(ledgerEntries, 'refunds')

/** The join with refunds; owner and time are there so that it uses the index. */
const isRefunded = (ownerId: string, first: Date) =>
  and(
    eq(refunds.ownerId, ownerId),
    gte(refunds.at, first),
    eq(refunds.messageId, ledgerEntries.messageId),
    eq(refunds.kind, 'refund'),
  )

/** The charges of these days. */
const isCharged = (ownerId: string, first: Date, last: Date) =>
  and(
    eq(ledgerEntries.ownerId, ownerId),
    gte(ledgerEntries.at, first),
    lt(ledgerEntries.at, last),
    inArray(ledgerEntries.kind, ['trial_usage', 'usage']),
  )

/** The query for the usage figures; a message counts on the day it was sent. */
function usageQuery(queries: Queries, ownerId: string, { boundaries }: DayRange) {
  const [first, last] = [boundaries[0], boundaries.at(-1)]
  if (first === undefined || last === undefined) throw new Error('No days to count')
  const starts = `{${boundaries.map((moment) => moment.toISOString()).join(',')}}`
  // By the boundaries as moments, so that the database need not know the time zone.
  const day = sql<number>`width_bucket(${ledgerEntries.at}, ${starts}::timestamptz[]) - 1`
  return queries
    .select({
      day: day.as('day'),
      author: ledgerEntries.author,
      messages: sql<number>`(count(*) filter (where ${refunds.id} is null))::int`,
      micros: sql<string>`coalesce(-sum(${ledgerEntries.micros}) filter (where ${refunds.id} is null), 0)::text`,
      failed: sql<number>`count(${refunds.id})::int`,
    })
    .from(ledgerEntries)
    .leftJoin(refunds, isRefunded(ownerId, first))
    .where(isCharged(ownerId, first, last))
    .groupBy(sql`1`, ledgerEntries.author)
}

export async function readUsage(
  queries: Queries,
  ownerId: string,
  days: DayRange,
): Promise<UsageRow[]> {
  const rows = await usageQuery(queries, ownerId, days)
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }))
}

/** Whole days of a time zone, both ends included. */
export interface DayRange {
  from: string
  to: string
  tz: string
  dates: string[]
  /** When each day begins, and when the last one ends: one more than there are days. */
  boundaries: Date[]
}

/** The days that a query means, each with its moments. */
export function toDayRange(
  query: { from?: string | undefined; to?: string | undefined; tz: string },
  now: Date,
): DayRange {
  const { from, to, tz } = readPeriod({ ...query, bucket: 'day' }, query.tz, now).period
  const count = daysBetween(from, to) + 1
  const all = Array.from({ length: count + 1 }, (_, index) => addDays(from, index))
  return {
    from,
    to,
    tz,
    dates: all.slice(0, count),
    boundaries: all.map((date) => startOfDay(date, tz)),
  }
}

/** What one job or chat cost; micros as text, as the database returns sums. */
interface CostRow {
  id: string
  name: string
  messages: number
  micros: string
}

/** How many jobs and chats are listed. */
const maxCostRows = 10

const notRefunded = sql`filter (where ${refunds.id} is null)`

const sums = {
  messages: sql<number>`(count(*) ${notRefunded})::int`,
  micros: sql<string>`coalesce(-sum(${ledgerEntries.micros}) ${notRefunded}, 0)::text`,
}

/** The most expensive first; at equal cost the one with more messages. */
const mostExpensiveFirst = [
  sql`coalesce(-sum(${ledgerEntries.micros}) ${notRefunded}, 0) desc`,
  sql`count(*) desc`,
]

function costByChat(queries: Queries, ownerId: string, days: DayRange): Promise<CostRow[]> {
  const [first, last] = endsOf(days)
  const name =
    sql<string>`coalesce(nullif(trim(${contacts.name}), ''), ${contacts.phoneNumber})`.mapWith(
      dialledNumber,
    )
  return queries
    .select({ id: chatSessions.id, name, ...sums })
    .from(ledgerEntries)
    .innerJoin(chatSessions, eq(chatSessions.id, ledgerEntries.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .leftJoin(refunds, isRefunded(ownerId, first))
    .where(isCharged(ownerId, first, last))
    .groupBy(chatSessions.id, contacts.id)
    .orderBy(...mostExpensiveFirst, desc(chatSessions.id))
    .limit(maxCostRows)
}

function costByJob(queries: Queries, ownerId: string, days: DayRange): Promise<CostRow[]> {
  const [first, last] = endsOf(days)
  return queries
    .select({ id: jobs.id, name: jobs.name, ...sums })
    .from(ledgerEntries)
    .innerJoin(chatSessions, eq(chatSessions.id, ledgerEntries.sessionId))
    .innerJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(refunds, isRefunded(ownerId, first))
    .where(isCharged(ownerId, first, last))
    .groupBy(jobs.id)
    .orderBy(...mostExpensiveFirst, desc(jobs.id))
    .limit(maxCostRows)
}

function endsOf({ boundaries }: DayRange): [Date, Date] {
  const [first, last] = [boundaries[0], boundaries.at(-1)]
  if (first === undefined || last === undefined) throw new Error('No days to count')
  return [first, last]
}

interface CostsQuery {
  from?: string | undefined
  to?: string | undefined
  currency: string
}

/** Which jobs and chats cost most in the days asked for, which are those of the owner's zone. */
export async function readCosts(
  queries: Queries,
  ownerId: string,
  { from, to, currency }: CostsQuery,
): Promise<BillingCosts> {
  const { preferences } = await readAccount(queries, ownerId)
  const { timeZone: tz } = toPreferences(preferences).business
  const days = toDayRange({ from, to, tz }, new Date())
  const toCost = ({ id, name, messages, micros }: CostRow) => ({
    id,
    name,
    messages,
    amountMinor: toMinor(BigInt(micros), currency),
  })
  return {
    from: days.from,
    to: days.to,
    currency,
    jobs: (await costByJob(queries, ownerId, days)).map(toCost),
    chats: (await costByChat(queries, ownerId, days)).map(toCost),
  }
}
