import { and, eq, lte, sql, type SQL } from 'drizzle-orm'

import type { Database, Queries } from '../database/database.ts'
import { chatSessions, jobVersions } from '../database/schema.ts'
import { cancelWaiting } from './messages/remove-messages.ts'
import { publishChat } from './publish-chat.ts'
import type { SessionRow } from './rows.ts'
import type { SessionChanges } from './sessions/sessions.repo.ts'
import { next } from './state/next-state.ts'
import { columnsOf } from './state/session-state.ts'

/** After how many quiet minutes a chat ends whose job does not say. */
const idleMinutes = 1440

interface Due {
  /** Which chats it is time for, in the words of an index. */
  isDue: (now: Date) => SQL | undefined
  change: (queries: Queries, session: SessionRow, now: Date) => Promise<SessionChanges>
}

const quietFor = sql`coalesce((select (${jobVersions.snapshot} -> 'behaviour' ->> 'idleCloseMinutes')::int
  from ${jobVersions} where ${jobVersions.jobId} = ${chatSessions.jobId}
  and ${jobVersions.number} = ${chatSessions.jobVersion}), ${idleMinutes})`

/** What happens in chats by itself. */
const dues = {
  /** The owner has been silent for long enough: the assistant takes the chat back. */
  returned: {
    isDue: (now) => and(lte(chatSessions.returnAt, now), eq(chatSessions.handler, 'owner')),
    change: async (_queries, session, now) =>
      act(session, { type: 'return_due', at: now, hasJob: session.jobId !== null }),
  },
  /** The owner wanted to be reminded. */
  reminded: {
    isDue: (now) => lte(chatSessions.remindAt, now),
    change: async (_queries, { attention }) => ({
      remindAt: null,
      attention: [...new Set([...attention, 'review' as const])],
    }),
  },
  /** Nobody has written for as long as the job allows. */
  idle: {
    isDue: (now) =>
      and(
        eq(chatSessions.status, 'active'),
        // The shortest time that a job can have, which the index knows.
        lte(chatSessions.lastActivityAt, new Date(now.getTime() - 5 * 60_000)),
        sql`${chatSessions.lastActivityAt} <= ${now.toISOString()}::timestamptz - ${quietFor} * interval '1 minute'`,
      ),
    change: async (queries, session, now) => ({
      ...act(session, { type: 'close', at: now, reason: 'idle' }),
      ...(await cancelWaiting(queries, session)).changes,
    }),
  },
} as const satisfies Record<string, Due>

/** Does what is due in all chats; several processes may do so at once. */
export async function watchChats(
  database: Database,
  now: Date = new Date(),
): Promise<Record<keyof typeof dues, number>> {
  return {
    returned: await carryOut(database, dues.returned, now),
    reminded: await carryOut(database, dues.reminded, now),
    idle: await carryOut(database, dues.idle, now),
  }
}

async function carryOut(database: Database, due: Due, now: Date): Promise<number> {
  let total = 0
  while (await carryOutOne(database, due, now)) total += 1
  return total
}

/** Each in a transaction of its own: telling of it locks its owner. */
function carryOutOne(database: Database, { isDue, change }: Due, now: Date): Promise<boolean> {
  return database.transaction(async (queries) => {
    const [session] = await queries
      .select()
      .from(chatSessions)
      .where(isDue(now))
      .limit(1)
      .for('update', { skipLocked: true })
    if (session === undefined) return false
    await publishChat(queries, {
      sessionId: session.id,
      ownerId: session.ownerId,
      changes: await change(queries, session, now),
      happened: [{ type: 'session.updated' }],
    })
    return true
  })
}

function act(session: SessionRow, action: Parameters<typeof next>[1]): SessionChanges {
  const state = next(session, action)
  return columnsOf(typeof state === 'string' ? session : state)
}
