import type { MessageError } from '@errand/contract/chats/message'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'

import type { Meter } from '../billing/meter.ts'
import { changeStatus, lockForStatus } from '../chats/apply-status.ts'
import { messageColumns, updateMessage } from '../chats/messages/messages.repo.ts'
import { queueAttempt } from '../chats/messages/outbound.ts'
import { publishChat } from '../chats/publish-chat.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Database, Queries } from '../database/database.ts'
import { messages } from '../database/schema.ts'
import type { Queue } from '../queue/queue.ts'
import { refusals } from './refusals.ts'

/** For so long a message waits for its owner's number; later it would come as a surprise. */
const heldMs = 24 * 60 * 60 * 1000

/** A message that waits and has an error is held: no task will come for it. */
const isHeld = and(eq(messages.status, 'queued'), isNotNull(messages.error))

/** Keeps a locked message until its owner has connected his number again, and tells why. */
export async function holdMessage(
  queries: Queries,
  message: MessageRow,
  error: MessageError,
): Promise<void> {
  const held = await updateMessage(queries, message.id, { error })
  await publishChat(queries, {
    sessionId: message.sessionId,
    ownerId: message.ownerId,
    changes: {},
    happened: [{ type: 'message.updated', message: held }],
  })
}

/** Has an owner's held messages sent, in the order they were written in. */
export async function releaseHeld(queries: Queries, queue: Queue, ownerId: string): Promise<void> {
  const released = await queries
    .update(messages)
    .set({ error: null })
    .where(and(eq(messages.ownerId, ownerId), isHeld))
    .returning(messageColumns)
  const inOrder = released.toSorted(
    (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
  )
  for (const message of inOrder) await queueAttempt(queries, queue, message)
}

/** Has the messages fail that waited for too long; answers how many. */
export async function failHeld(
  { database, meter }: { database: Database; meter: Meter },
  now: Date = new Date(),
): Promise<number> {
  const before = new Date(now.getTime() - heldMs).toISOString()
  const waiting = await database.queries
    .select(messageColumns)
    .from(messages)
    .where(and(isHeld, sql`${messages.statusAt} ->> 'queued' <= ${before}`))
    .orderBy(asc(messages.createdAt))
    .limit(500)
  for (const message of waiting) {
    await database.transaction(async (queries) => {
      const locked = await lockForStatus(queries, message)
      if (locked?.message.status !== 'queued' || locked.message.error === null) return
      const report = { status: 'failed', at: now, error: refusals.disconnected } as const
      await changeStatus(queries, meter, { ...locked, report })
    })
  }
  return waiting.length
}
