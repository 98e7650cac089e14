import type { BillingCosts } from '@errand/contract/billing/summary'
import { desc, eq, sql } from 'drizzle-orm'

import { toPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { chatSessions, contacts, jobs, ledgerEntries } from '../../database/schema.ts'
import { readAccount } from '../accounts.repo.ts'
import { toMinor } from '../money.ts'
import { type Days, readDays } from './days.ts'
import { isCharged, isRefunded, refunds } from './usage.repo.ts'

/** What one job or chat cost; micros as text, as sums come. */
interface CostRow {
  id: string
  name: string
  messages: number
  micros: string
}

/** How many of each are told. */
const most = 10

const kept = sql`filter (where ${refunds.id} is null)`

const sums = {
  messages: sql<number>`(count(*) ${kept})::int`,
  micros: sql<string>`coalesce(-sum(${ledgerEntries.micros}) ${kept}, 0)::text`,
}

/** The dearest first; of what costs the same, where more was written. */
const dearest = [sql`coalesce(-sum(${ledgerEntries.micros}) ${kept}, 0) desc`, sql`count(*) desc`]

function costByChat(queries: Queries, ownerId: string, days: Days): Promise<CostRow[]> {
  const [first, last] = endsOf(days)
  const name = sql<string>`coalesce(nullif(trim(${contacts.name}), ''), ${contacts.phoneNumber})`
  return queries
    .select({ id: chatSessions.id, name, ...sums })
    .from(ledgerEntries)
    .innerJoin(chatSessions, eq(chatSessions.id, ledgerEntries.sessionId))
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .leftJoin(refunds, isRefunded(ownerId, first))
    .where(isCharged(ownerId, first, last))
    .groupBy(chatSessions.id, contacts.id)
    .orderBy(...dearest, desc(chatSessions.id))
    .limit(most)
}

function costByJob(queries: Queries, ownerId: string, days: Days): Promise<CostRow[]> {
  const [first, last] = endsOf(days)
  return queries
    .select({ id: jobs.id, name: jobs.name, ...sums })
    .from(ledgerEntries)
    .innerJoin(chatSessions, eq(chatSessions.id, ledgerEntries.sessionId))
    .innerJoin(jobs, eq(jobs.id, chatSessions.jobId))
    .leftJoin(refunds, isRefunded(ownerId, first))
    .where(isCharged(ownerId, first, last))
    .groupBy(jobs.id)
    .orderBy(...dearest, desc(jobs.id))
    .limit(most)
}

function endsOf({ boundaries }: Days): [Date, Date] {
  const [first, last] = [boundaries[0], boundaries.at(-1)]
  if (first === undefined || last === undefined) throw new Error('No days to count')
  return [first, last]
}

interface Asked {
  from?: string | undefined
  to?: string | undefined
  currency: string
}

/** Which jobs and chats cost most in the days asked for, which are those of the owner's zone. */
export async function readCosts(
  queries: Queries,
  ownerId: string,
  { from, to, currency }: Asked,
): Promise<BillingCosts> {
  const { preferences } = await readAccount(queries, ownerId)
  const { timeZone: tz } = toPreferences(preferences).business
  const days = readDays({ from, to, tz }, new Date())
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
