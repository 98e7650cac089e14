import type { Message, MessageError, MessageStatus } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'

import { and, eq, type SQL } from 'drizzle-orm'

import { chatSessions, messages } from '../../platform/database/schema.ts'
import { finishSentRun } from './runs.ts'
import type { Meter } from '../billing/meter.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  hasUnsettledFailure,
  messageColumns,
  requireMessage,
  updateMessage,
} from './messages/messages.repo.ts'
import { type ChatEvent, commitChatChanges } from './commit-chat-changes.ts'
import type { MessageRow, SessionRow } from './rows.ts'
import type { SessionChanges } from './sessions/sessions.repo.ts'

interface ProviderReport extends StatusReport {
  ownerId: string
  providerId: string
  /** What we called the attempt when we sent it. */
  reference?: string | undefined
}

/**
 * The door for what a provider says of a message we sent; the last step of its transaction. False
 * when there is no such message: an attempt before the present one, or somebody else's. One that
 * went out while its answer was lost is known by what we called it.
 */
export async function applyStatus(
  queries: Queries,
  meter: Meter,
  { ownerId, providerId, reference = '', ...report }: ProviderReport,
): Promise<boolean> {
  const [id = ''] = reference.split('.')
  const isNamed = and(eq(messages.ownerId, ownerId), eq(messages.providerId, providerId))
  const locked =
    (await lockMessageInChat(queries, isNamed)) ??
    (await lockChatAndMessage(queries, { ownerId, id }))
  if (locked === undefined || locked.message.direction === 'in') return false
  const isKnown = locked.message.providerId === providerId
  if (!isKnown && !awaitsProviderReport(locked.message, reference)) return false
  const more = { message: { providerId }, session: {} }
  await changeStatus(queries, meter, { ...locked, report, ...(!isKnown && { more }) })
  return true
}

/** It was given to the provider, and nobody has heard yet what that made of it. */
function awaitsProviderReport(
  { id, attempts, status, providerId }: MessageRow,
  reference: string,
): boolean {
  return status === 'queued' && providerId === null && `${id}.${attempts}` === reference
}

interface Locked {
  session: SessionRow
  message: MessageRow
}

/** Locks a message of an owner's with its chat, in this order, as everywhere. */
export const lockChatAndMessage = (
  queries: Queries,
  { ownerId, id }: Pick<MessageRow, 'ownerId' | 'id'>,
): Promise<Locked | undefined> =>
  lockMessageInChat(queries, and(eq(messages.ownerId, ownerId), eq(messages.id, id)))

export async function lockMessageInChat(
  queries: Queries,
  isIt: SQL | undefined,
): Promise<Locked | undefined> {
  const [locked] = await queries
    .select({ session: chatSessions, message: messageColumns })
    .from(chatSessions)
    .innerJoin(messages, eq(messages.sessionId, chatSessions.id))
    .where(isIt)
    .for('no key update')
  return locked
}

/** The same for a message of an owner's, or the problem that there is none. */
export async function lockOwnMessage(
  queries: Queries,
  message: Pick<MessageRow, 'ownerId' | 'id'>,
): Promise<Locked> {
  return requireMessage(await lockChatAndMessage(queries, message))
}

interface StatusChange {
  session: SessionRow
  message: MessageRow
  report: StatusReport
  /** What else the report brings along. */
  more?: { message: Partial<MessageRow>; session: SessionChanges }
}

/** Moves a locked message of a locked chat on, and tells of it; a refused one is paid back. */
export async function changeStatus(
  queries: Queries,
  meter: Meter,
  { session, message, report, more }: StatusChange,
): Promise<ChatSession> {
  const delivery = advance(message, report)
  const isStatusChanged = delivery.status !== message.status
  const hasNowFailed = isStatusChanged && delivery.status === 'failed'
  const refund = hasNowFailed
    ? await refundMessage(queries, meter, { session, message })
    : undefined
  const updated = await updateMessage(queries, message.id, {
    ...delivery,
    ...more?.message,
    ...refund?.message,
  })
  const isNoLongerQueued = isStatusChanged && message.status === 'queued'
  const settled = isNoLongerQueued ? await finishSentRun(queries, session, message) : undefined
  const events: ChatEvent[] = [
    { type: 'message.updated', message: updated },
    ...(settled?.events ?? []),
  ]
  const changes = {
    ...settled?.changes,
    ...more?.session,
    ...refund?.session,
    ...(isStatusChanged && { attention: await attentionAfter(queries, session, delivery) }),
    ...(session.lastMessageId === message.id && { lastMessageStatus: delivery.status }),
  }
  if (isStatusChanged) events.push({ type: 'session.updated' })
  return commitChatChanges(queries, {
    session,
    changes,
    events,
  })
}

/** A failed message asks for the owner until it got through, or something that they wrote after it did. */
export async function attentionAfter(
  queries: Queries,
  { id, attention }: SessionRow,
  { status, error }: Pick<MessageRow, 'status' | 'error'>,
): Promise<SessionRow['attention']> {
  if (status === 'failed') {
    const asks = error?.action === 'send_template' ? (['awaiting_template'] as const) : []
    return [...new Set([...attention, 'failed_message' as const, ...asks])]
  }
  if (!attention.includes('failed_message') || (await hasUnsettledFailure(queries, id)))
    return attention
  return attention.filter((one) => one !== 'failed_message')
}

async function refundMessage(
  queries: Queries,
  meter: Meter,
  { session, message }: { session: SessionRow; message: MessageRow },
) {
  const { billed } = message
  if (billed === null || billed.reason === 'refunded') return undefined
  const micros = await meter.refundMessage(queries, {
    ownerId: message.ownerId,
    messageId: message.id,
  })
  return {
    message: { billed: { ...billed, reason: 'refunded' as const } },
    session: {
      billedMessages: session.billedMessages - billed.units,
      costMicros: session.costMicros - micros,
    },
  }
}

/** What of a message changes while it is on its way. */
export type Delivery = Pick<MessageRow, 'status' | 'statusAt' | 'error' | 'attempts'>

/** What a provider says of a message that was sent. */
export interface StatusReport {
  status: Exclude<MessageStatus, 'queued' | 'received'>
  at: Date
  error?: MessageError | undefined
}

/**
 * Reports come late, twice and in any order. `failed` stands between `sent` and `delivered`: a late
 * `sent` does not undo it, and it does not undo what a phone has confirmed.
 */
const ranks = { queued: 0, sent: 1, failed: 2, delivered: 3, read: 4 } as const

/** The message after a report: only a higher rank moves it, every moment is kept. */
export function advance(delivery: Delivery, report: StatusReport): Delivery {
  const { attempts } = delivery
  if (delivery.status === 'received') return delivery
  const isAhead = ranks[report.status] > ranks[delivery.status]
  return {
    attempts,
    statusAt: withStatusTime(delivery.statusAt, report),
    status: isAhead ? report.status : delivery.status,
    error: isAhead ? ((report.status === 'failed' ? report.error : null) ?? null) : delivery.error,
  }
}

/** Providers count in seconds, we in less: what differs by less than one says the same. */
const clockToleranceMs = 1_000

/** Whether a report moves the message, or knows better when something was. */
export function isNewReport(
  { status, statusAt }: Pick<Delivery, 'status' | 'statusAt'>,
  report: StatusReport,
): boolean {
  if (status === 'received') return false
  const known = statusAt[report.status]
  if (known === undefined || ranks[report.status] > ranks[status]) return true
  return Date.parse(known) - report.at.getTime() >= clockToleranceMs
}

/** The message as it waits for one more attempt, which will have a provider id of its own. */
export function resetForRetry({ attempts }: Delivery, at: Date): Delivery {
  return {
    status: 'queued',
    statusAt: { queued: at.toISOString() },
    error: null,
    attempts: attempts + 1,
  }
}

/** What was read has arrived, even where nobody said so. */
function withStatusTime(known: Message['statusAt'], { status, at }: StatusReport) {
  const time = at.toISOString()
  const told = { ...known, [status]: earlier(known[status], time) }
  return status === 'read' ? { ...told, delivered: earlier(known.delivered, time) } : told
}

function earlier(known: string | undefined, time: string): string {
  return known === undefined || time < known ? time : known
}
