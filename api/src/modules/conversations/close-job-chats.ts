import { and, asc, eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions } from '../../platform/database/schema.ts'
import { type ChatChange, commitAllChatChanges } from '../chats/commit-chat-changes.ts'
import { cancelPendingReplies } from '../chats/messages/outbound.ts'
import type { SessionRow } from '../chats/rows.ts'
import { stateColumns, nextState } from '../chats/state/session-state.ts'

/** How many chats are closed in one transaction, which keeps them locked while it lasts. */
const batchSize = 100

/**
 * Closes a batch of a job's open chats, as the owner would one by one. Returns false when there may be
 * more, which need another transaction.
 */
export async function closeJobChats(queries: Queries, jobId: string, at: Date): Promise<boolean> {
  const open = await queries
    .select()
    .from(chatSessions)
    .where(and(eq(chatSessions.jobId, jobId), eq(chatSessions.status, 'active')))
    // Locked in the order that everything uses, to avoid deadlocks.
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
