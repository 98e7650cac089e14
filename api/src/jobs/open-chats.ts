import { and, count, eq, max, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { chatSessions } from '../database/schema.ts'
import { publishEvent } from '../events/publish-event.ts'
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

/** Closes the chats that go on with a job, as their owner would one by one. */
export async function closeOpenChats(queries: Queries, jobId: string, at: Date): Promise<void> {
  const closed = await queries
    .update(chatSessions)
    .set({
      status: 'closed',
      closeReason: 'owner',
      handler: 'none',
      handlerSince: at,
      handlerReason: null,
      returnAt: null,
      run: 'idle',
      closedAt: at,
      updatedAt: at,
      seq: sql`${chatSessions.seq} + 1`,
    })
    .where(isOpen(jobId))
    .returning({ id: chatSessions.id, ownerId: chatSessions.ownerId, seq: chatSessions.seq })
  for (const { id, ownerId, seq } of closed) {
    await publishEvent(queries, {
      ownerId,
      type: 'session.updated',
      session: { id, seq },
      data: { status: 'closed', closeReason: 'owner' },
    })
  }
}
