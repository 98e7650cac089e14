import type { Message, MessageError, MessageStatus } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import { and, eq, type SQL } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions, messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { queueAlert } from '../account/alerts/queue-alert.ts'
import type { Meter } from '../billing/meter.ts'
import { type ChatEvent, commitChatChanges } from './commit-chat-changes.ts'
import {
  hasUnsettledFailure,
  messageColumns,
  requireMessage,
  updateMessage,
} from './messages/messages.repo.ts'
import type { MessageRow, SessionRow } from './rows.ts'
import { finishSentRun } from './runs.ts'
import type { SessionChanges } from './sessions/sessions.repo.ts'

interface ProviderReport extends StatusReport {
  ownerId: string
  providerId: string
  /** The reference that we sent along: the message id and the number of the attempt. */
  reference?: string | undefined
}

/** What a message that has failed needs. */
export interface StatusDeps {
  meter: Meter
  queue: Queue
}

/**
 * Applies a status report of the provider to a message we sent; the last step of its transaction.
 * Returns false if the report is about an earlier attempt or an unknown message. A message whose
 * provider id we never received is found by the reference.
 */
export async function applyStatus(
  queries: Queries,
  deps: StatusDeps,
  { ownerId, providerId, reference = '', ...report }: ProviderReport,
): Promise<boolean> {
  const [id = ''] = reference.split('.')
  const isNamed = and(eq(messages.ownerId, ownerId), eq(messages.providerId, providerId))
  const locked =
    (await lockChatAndMessageWhere(queries, isNamed)) ??
    (await lockChatAndMessage(queries, { ownerId, id }))
  if (locked === undefined || locked.message.direction === 'in') return false
  const isKnown = locked.message.providerId === providerId
  if (!isKnown && !awaitsProviderReport(locked.message, reference)) return false
  const more = { message: { providerId }, session: {} }
  await changeStatus(queries, deps, { ...locked, report, ...(!isKnown && { more }) })
  return true
}

/** The attempt was given to the provider, and no report about it has come yet. */
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

/** Locks the chat before the message, as everywhere, so that two transactions cannot deadlock. */
export const lockChatAndMessage = (
  queries: Queries,
  { ownerId, id }: Pick<MessageRow, 'ownerId' | 'id'>,
): Promise<Locked | undefined> =>
  lockChatAndMessageWhere(queries, and(eq(messages.ownerId, ownerId), eq(messages.id, id)))

export async function lockChatAndMessageWhere(
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

/** Locks a message of the owner and its chat, or throws the problem that there is no such message. */
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
  /** Further changes that come with the report. */
  more?: { message: Partial<MessageRow>; session: SessionChanges }
}

/**
 * Applies a report to a locked message of a locked chat and publishes it; a failed message is refunded, and
 * the owner alerted.
 */
export async function changeStatus(
  queries: Queries,
  { meter, queue }: StatusDeps,
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
  const attention = isStatusChanged
    ? await attentionAfter(queries, session, delivery)
    : session.attention
  const changes = {
    ...settled?.changes,
    ...more?.session,
    ...refund?.session,
    ...(isStatusChanged && { attention }),
    ...(session.lastMessageId === message.id && { lastMessageStatus: delivery.status }),
  }
  if (isStatusChanged) events.push({ type: 'session.updated' })
  // What the assistant has said again since needs nobody.
  if (hasNowFailed && attention.includes('failed_message')) {
    const { ownerId, id: sessionId } = session
    await queueAlert(queries, queue, { ownerId, kind: 'failed', sessionId })
  }
  return commitChatChanges(queries, { session, changes, events })
}

/**
 * A failed message needs the owner's attention until it, or a later message of the owner, was sent, or
 * the contact wrote again.
 */
export async function attentionAfter(
  queries: Queries,
  { id, attention }: SessionRow,
  { status, error }: Pick<MessageRow, 'status' | 'error'>,
): Promise<SessionRow['attention']> {
  const isKnown = attention.includes('failed_message')
  if (status !== 'failed' && !isKnown) return attention
  if (!(await hasUnsettledFailure(queries, id)))
    return attention.filter((one) => one !== 'failed_message')
  if (status !== 'failed') return attention
  const asks = error?.action === 'send_template' ? (['awaiting_template'] as const) : []
  return [...new Set([...attention, 'failed_message' as const, ...asks])]
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

/** The part of a message that changes while it is delivered. */
export type Delivery = Pick<MessageRow, 'status' | 'statusAt' | 'error' | 'attempts'>

/** A provider's report about a message that was sent. */
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

/** The message after a report: only a higher rank changes its status, but every time is kept. */
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

/** Providers report times in whole seconds, so smaller differences are ignored. */
const clockToleranceMs = 1_000

/** Whether a report changes the status, or says that it was reached earlier than known. */
export function isNewReport(
  { status, statusAt }: Pick<Delivery, 'status' | 'statusAt'>,
  report: StatusReport,
): boolean {
  if (status === 'received') return false
  const known = statusAt[report.status]
  if (known === undefined || ranks[report.status] > ranks[status]) return true
  return Date.parse(known) - report.at.getTime() >= clockToleranceMs
}

/** The message as it waits for another attempt, which will get its own provider id. */
export function resetForRetry({ attempts }: Delivery, at: Date): Delivery {
  return {
    status: 'queued',
    statusAt: { queued: at.toISOString() },
    error: null,
    attempts: attempts + 1,
  }
}

/** A message that was read was also delivered, even if no report said so. */
function withStatusTime(known: Message['statusAt'], { status, at }: StatusReport) {
  const time = at.toISOString()
  const moments = { ...known, [status]: earlier(known[status], time) }
  return status === 'read' ? { ...moments, delivered: earlier(known.delivered, time) } : moments
}

function earlier(known: string | undefined, time: string): string {
  return known === undefined || time < known ? time : known
}
