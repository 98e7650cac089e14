import { and, asc, count, eq, max } from 'drizzle-orm'

import { cancelWaiting } from '../chats/messages/remove-messages.ts'
import { publishChats, type ChatChange } from '../chats/publish-chat.ts'
import type { SessionRow } from '../chats/rows.ts'
import { next } from '../chats/state/next-state.ts'
import { columnsOf } from '../chats/state/session-state.ts'
import type { Queries } from '../database/database.ts'
import { chatSessions } from '../database/schema.ts'
import { Problem } from '../http/problem.ts'

/** The chats that go on with a job, and the newest version that one of them keeps. */
export interface Impact {
  openSessions: number
  keepsVersion: number | null
}

const isOpen = (jobId: string) =>
  and(eq(chatSessions.jobId, jobId), eq(chatSessions.status, 'active'))

/** What a change of the job means for the chats that are going on. */
export async function readImpact(queries: Queries, jobId: string): Promise<Impact> {
  const [row] = await queries
    .select({ openSessions: count(), keepsVersion: max(chatSessions.jobVersion) })
    .from(chatSessions)
    .where(isOpen(jobId))
  return row ?? { openSessions: 0, keepsVersion: null }
}

/** Open chats stand against the end of their job. */
export async function refuseOpenChats(queries: Queries, jobId: string): Promise<void> {
  const { openSessions } = await readImpact(queries, jobId)
  if (openSessions === 0) return
  const chats = openSessions === 1 ? '1 chat is' : `${openSessions} chats are`
  throw new Problem('conflict', {
    detail: `${chats} still open with this job. Close them with it, or wait until they are done.`,
    meta: { openSessions },
  })
}

/** As many chats as are closed in one transaction: while it lasts nobody can write in them. */
const batchSize = 100

/**
 * Closes chats that go on with a job, as their owner would one by one; false when there may be more,
 * which need a transaction of their own.
 */
export async function closeOpenChats(queries: Queries, jobId: string, at: Date): Promise<boolean> {
  const open = await queries
    .select()
    .from(chatSessions)
    .where(isOpen(jobId))
    // In the order that everybody takes several in.
    .orderBy(asc(chatSessions.id))
    .limit(batchSize)
    .for('no key update')
  const closed = []
  for (const session of open) closed.push(...(await close(queries, session, at)))
  await publishChats(queries, closed)
  return open.length < batchSize
}

async function close(queries: Queries, session: SessionRow, at: Date): Promise<ChatChange[]> {
  const state = next(session, { type: 'close', at, reason: 'owner' })
  if (typeof state === 'string') return []
  const cancelled = await cancelWaiting(queries, session, 'closed')
  return [
    {
      sessionId: session.id,
      ownerId: session.ownerId,
      changes: { ...columnsOf(state), ...cancelled.changes },
      happened: [...cancelled.happened, { type: 'session.updated' }],
    },
  ]
}
