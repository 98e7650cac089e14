import { and, eq, inArray } from 'drizzle-orm'

import type { Meter } from '../billing/meter.ts'
import { changeStatus, lockForStatus } from '../chats/apply-status.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Database } from '../database/database.ts'
import { messages } from '../database/schema.ts'
import type { DeadTask } from '../queue/boss-queue.ts'
import type { Tasks } from '../queue/queue.ts'
import { refusals } from './refusals.ts'
import { isWaiting } from './take-message.ts'

/**
 * Has the messages fail whose sending is dead: nobody will try it again, so its owner must hear of
 * it and can. Answers how many there were.
 */
export async function settleDeadSends(
  { database, meter }: { database: Database; meter: Meter },
  dead: readonly DeadTask[],
): Promise<number> {
  const sends = dead
    .filter(({ name }) => name === 'message.send')
    .map(({ data }) => data as Tasks['message.send'])
  if (sends.length === 0) return 0
  const ids = sends.map(({ messageId }) => messageId)
  const waiting = await database.queries
    .select({
      id: messages.id,
      ownerId: messages.ownerId,
      sessionId: messages.sessionId,
      attempts: messages.attempts,
    })
    .from(messages)
    .where(and(inArray(messages.id, ids), eq(messages.status, 'queued')))
  const isDead = new Set(sends.map(({ messageId, attempt }) => `${messageId}.${attempt}`))
  let settled = 0
  for (const message of waiting) {
    if (!isDead.has(`${message.id}.${message.attempts}`)) continue
    if (await fail(database, meter, message)) settled += 1
  }
  return settled
}

function fail(
  database: Database,
  meter: Meter,
  message: Pick<MessageRow, 'id' | 'ownerId' | 'sessionId' | 'attempts'>,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const locked = await lockForStatus(queries, message)
    // Meanwhile it was sent after all, or somebody tries again.
    if (locked === undefined || !isWaiting(locked.message, message.attempts)) return false
    const report = { status: 'failed', at: new Date(), error: refusals.unanswered } as const
    await changeStatus(queries, meter, { ...locked, report })
    return true
  })
}
