import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { Queries } from '../../database/database.ts'
import { ledgerEntries } from '../../database/schema.ts'
import type { Days } from './days.ts'

/** What was sent on one day by one author. */
export interface UsageRow {
  /** Of the days asked for, counted from 0. */
  day: number
  author: 'assistant' | 'owner' | 'template' | null
  messages: number
  micros: bigint
  failed: number
}

/** What was given back, beside its charge. */
export const refunds = alias(ledgerEntries, 'refunds')

/** A refund comes after its charge; owner and time keep the search to the index. */
export const isRefunded = (ownerId: string, first: Date) =>
  and(
    eq(refunds.ownerId, ownerId),
    gte(refunds.at, first),
    eq(refunds.messageId, ledgerEntries.messageId),
    eq(refunds.kind, 'refund'),
  )

/** The charges of these days. */
export const isCharged = (ownerId: string, first: Date, last: Date) =>
  and(
    eq(ledgerEntries.ownerId, ownerId),
    gte(ledgerEntries.at, first),
    lt(ledgerEntries.at, last),
    inArray(ledgerEntries.kind, ['trial_usage', 'usage']),
  )

/** The question behind the usage figures; a message counts on the day it was sent. */
function usageQuery(queries: Queries, ownerId: string, { boundaries }: Days) {
  const [first, last] = [boundaries[0], boundaries.at(-1)]
  if (first === undefined || last === undefined) throw new Error('No days to count')
  const starts = `{${boundaries.map((moment) => moment.toISOString()).join(',')}}`
  // By the moments themselves: the database need not know the time zone.
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
  days: Days,
): Promise<UsageRow[]> {
  const rows = await usageQuery(queries, ownerId, days)
  return rows.map((row) => ({ ...row, micros: BigInt(row.micros) }))
}
