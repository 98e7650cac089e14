import type { MessageError } from '@errand/contract/chats/message'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import type { DeadTask } from '../../platform/queue/dead-tasks.ts'
import type { Queue, Tasks } from '../../platform/queue/queue.ts'
import { changeStatus, lockChatAndMessage, type StatusDeps } from '../chats/apply-status.ts'
import { type ChannelThrottled, refusals } from '../chats/channel.ts'
import { commitChatChanges } from '../chats/commit-chat-changes.ts'
import { messageColumns, updateMessage } from '../chats/messages/messages.repo.ts'
import { queueAttempt } from '../chats/messages/outbound.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import { clearThrottled, markThrottled, pauseMs, type OwnerChannel } from './throttle.ts'

/** A message that was held for longer fails, as it would surprise the contact. */
const heldMs = 24 * 60 * 60 * 1000

/** A queued message with an error is held: it has no task in the queue. */
const isHeld = and(eq(messages.status, 'queued'), isNotNull(messages.error))

/** Whether an attempt is still queued, and not undone, sent or retried meanwhile. */
export function isStillQueued({ status, attempts }: MessageRow, attempt: number): boolean {
  return status === 'queued' && attempts === attempt
}

/** Holds a locked message until the number works again, and shows why. */
export async function holdMessage(
  queries: Queries,
  message: MessageRow,
  error: MessageError,
): Promise<void> {
  const held = await updateMessage(queries, message.id, { error })
  await commitChatChanges(queries, {
    session: { id: message.sessionId, ownerId: message.ownerId },
    events: [{ type: 'message.updated', message: held }],
  })
}

/** Queues an owner's held messages, in the order in which they were written. */
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

interface ThrottledSend {
  task: Tasks['message.send']
  session: SessionRow
  message: MessageRow
  outcome: ChannelThrottled
}

/**
 * Holds a message because the provider throttles its number, like all others of the number from now on.
 * The first one that was refused is the probe, which is retried after each pause.
 */
export function holdThrottled(
  database: Database,
  queue: Queue,
  {
    task: { probe, messageId, attempt },
    session: { ownerId, channel, id: group },
    message,
    outcome,
  }: ThrottledSend,
): Promise<void> {
  return database.transaction(async (queries) => {
    const locked = await lockChatAndMessage(queries, message)
    const isFirst = await markThrottled(queries, { ownerId, channel })
    if (isFirst || probe !== undefined) {
      const pauses = probe?.pauses ?? 0
      const next = { messageId, attempt, probe: { ownerId, channel, pauses: pauses + 1 } }
      const startAfter = new Date(Date.now() + pauseMs(outcome, pauses))
      await queue.add(queries, 'message.send', next, { startAfter, group })
    }
    if (locked === undefined || !isStillQueued(locked.message, message.attempts)) return
    await holdMessage(queries, locked.message, refusals.throttled)
  })
}

/**
 * Ends the throttling of a number, after the probe was sent or has failed for good: all held messages are
 * queued in their order. In two transactions, because holding a message locks in the opposite order.
 */
export async function endThrottle(
  { database, queue }: { database: Database; queue: Queue },
  whose: OwnerChannel,
): Promise<void> {
  await clearThrottled(database.queries, whose)
  await database.transaction((queries) => releaseHeld(queries, queue, whose.ownerId))
}

/** Fails messages that were held for too long; returns how many. */
export async function failHeld(
  { database, ...deps }: StatusDeps & { database: Database },
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
      const locked = await lockChatAndMessage(queries, message)
      const error = locked?.message.error
      if (locked?.message.status !== 'queued' || !error) return
      const report = { status: 'failed', at: now, error } as const
      await changeStatus(queries, deps, { ...locked, report })
    })
  }
  return waiting.length
}

/**
 * Fails messages whose task is dead, so that the owner is notified and can retry. Returns how many there
 * were.
 */
export async function settleDeadSends(
  { database, ...deps }: StatusDeps & { database: Database },
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
  const byAttempt = new Map(sends.map((send) => [`${send.messageId}.${send.attempt}`, send]))
  let settled = 0
  for (const message of waiting) {
    const send = byAttempt.get(`${message.id}.${message.attempts}`)
    if (send === undefined || !(await failUnanswered(database, deps, message))) continue
    if (send.probe !== undefined) await endThrottle({ database, queue: deps.queue }, send.probe)
    settled += 1
  }
  return settled
}

function failUnanswered(
  database: Database,
  deps: StatusDeps,
  message: Pick<MessageRow, 'id' | 'ownerId' | 'sessionId' | 'attempts'>,
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const locked = await lockChatAndMessage(queries, message)
    // It was sent after all, or retried meanwhile.
    if (locked === undefined || !isStillQueued(locked.message, message.attempts)) return false
    const report = { status: 'failed', at: new Date(), error: refusals.unanswered } as const
    await changeStatus(queries, deps, { ...locked, report })
    return true
  })
}
