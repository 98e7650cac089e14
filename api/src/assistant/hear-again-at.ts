import { longestDebounceSeconds } from '@errand/contract/settings'
import { sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import {
  assistantRuns as runs,
  chatSessions as sessions,
  contacts,
  webhookEvents as told,
} from '../database/schema.ts'

/** As long as what somebody writes in one go is answered at once. */
const burst = sql.raw(`interval '${longestDebounceSeconds} seconds'`)
/**
 * So long a chat waits for what is not worked in, and no longer for what is older than that: together
 * they leave time to answer before it is too old.
 */
const longestWait = sql.raw(`interval '5 minutes'`)
const oldest = sql.raw(`interval '8 minutes'`)

/** Mostly that is worked in within milliseconds; in a long row it takes seconds. */
const [soonestMs, latestMs] = [100, 1_000]

/**
 * When to look again, if a contact that is waited for has written more within the same burst, which
 * we were told of and have not worked in yet. What failed once is waited for no longer. Locks nothing.
 */
export async function hearAgainAt(
  queries: Queries,
  runId: string,
  now: Date,
): Promise<Date | undefined> {
  const [found] = await queries
    .select({ since: runs.since })
    .from(runs)
    .innerJoin(sessions, sql`${sessions.id} = ${runs.sessionId}`)
    .innerJoin(contacts, sql`${contacts.id} = ${sessions.contactId}`)
    .innerJoin(
      told,
      sql`${told.ownerId} = ${runs.ownerId} and ${told.attempts} = 0
        and ${told.receivedAt} > ${now}::timestamptz - ${oldest}
        and ${told.receivedAt} <= ${runs.since} + ${burst}
        and (strpos(${told.body}, '"from":"' || ${contacts.waId} || '"') > 0
          or strpos(${told.body}, '"from_user_id":"' || ${contacts.waId} || '"') > 0)`,
    )
    .where(
      sql`${runs.id} = ${runId} and ${runs.state} = 'debouncing'
        and ${runs.since} > ${now}::timestamptz - ${longestWait}`,
    )
    .limit(1)
  if (found === undefined) return undefined
  const waitedMs = now.getTime() - found.since.getTime()
  return new Date(now.getTime() + Math.min(latestMs, Math.max(soonestMs, waitedMs)))
}
