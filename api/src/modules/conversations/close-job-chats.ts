import { and, asc, eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions } from '../../platform/database/schema.ts'
import { cancelPendingReplies } from '../chats/messages/outbound.ts'
import { type ChatChange, commitAllChatChanges } from '../chats/commit-chat-changes.ts'
import type { SessionRow } from '../chats/rows.ts'
import { stateColumns, nextState } from '../chats/state/session-state.ts'

/** As many chats as are closed in one transaction: while it lasts nobody can write in them. */
const batchSize = 100

/**
 * Closes open chats of a job, as their owner would one by one; false when there may be more, which
 * need a transaction of their own.
 */
export async function closeJobChats(queries: Queries, jobId: string, at: Date): Promise<boolean> {
  const open = await queries
    .select()
    .from(chatSessions)
    .where(and(eq(chatSessions.jobId, jobId), eq(chatSessions.status, 'active')))
    // In the order that everybody takes several in.
    .orderBy(asc(chatSessions.id))
    .limit(batchSize)
    .for('no key update')
  const closed = []
  for (const session of open) closed.push(...(await close(queries, session, at)))
  await commitAllChatChanges(queries, closed)
  return open.length < batchSize
}

async function close(queries: Queries, session: SessionRow, at: Date): Promise<ChatChange[]> {
  const state = nextState(session, { type: 'close', at, reason: 'owner' })
  if (typeof state === 'string') return []
  const cancelled = await cancelPendingReplies(queries, session, 'closed')
  return [
    {
      session,
      changes: { ...stateColumns(state), ...cancelled.changes },
      events: [...cancelled.events, { type: 'session.updated' }],
    },
  ]
}
