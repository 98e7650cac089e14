import type { ChatSession } from '@errand/contract/chats/session'

import { settleRun } from '../assistant/runs.ts'
import type { Meter } from '../billing/meter.ts'
import type { Queries } from '../database/database.ts'
import {
  findMessage,
  findMessageBy,
  hasUnsettledFailure,
  lockMessage,
  updateMessage,
} from './messages/messages.repo.ts'
import { publishChat, type Happened } from './publish-chat.ts'
import type { MessageRow, SessionRow } from './rows.ts'
import { lockSession, type SessionChanges } from './sessions/sessions.repo.ts'
import { advance, type StatusReport } from './state/message-status.ts'

export interface ProviderReport extends StatusReport {
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
  const found =
    (await findMessageBy(queries, { ownerId, providerId })) ??
    (await findMessage(queries, ownerId, id))
  if (found === undefined || found.direction === 'in') return false
  const locked = await lockForStatus(queries, found)
  if (locked === undefined) return false
  const isKnown = locked.message.providerId === providerId
  if (!isKnown && !isUnheard(locked.message, reference)) return false
  const more = { message: { providerId }, session: {} }
  await changeStatus(queries, meter, { ...locked, report, ...(!isKnown && { more }) })
  return true
}

/** It was given to the provider, and nobody has heard yet what that made of it. */
function isUnheard({ id, attempts, status, providerId }: MessageRow, reference: string): boolean {
  return status === 'queued' && providerId === null && `${id}.${attempts}` === reference
}

/** The chat first, as everywhere: who locks both in the same order does not block himself. */
export async function lockForStatus(
  queries: Queries,
  { ownerId, sessionId, id }: Pick<MessageRow, 'ownerId' | 'sessionId' | 'id'>,
): Promise<{ session: SessionRow; message: MessageRow } | undefined> {
  const session = await lockSession(queries, ownerId, sessionId)
  const message = await lockMessage(queries, id)
  return session === undefined || message === undefined ? undefined : { session, message }
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
  const isMoved = delivery.status !== message.status
  const hasNowFailed = isMoved && delivery.status === 'failed'
  const refund = hasNowFailed ? await refundOf(queries, meter, { session, message }) : undefined
  const updated = await updateMessage(queries, message.id, {
    ...delivery,
    ...more?.message,
    ...refund?.message,
  })
  const hasLeft = isMoved && message.status === 'queued'
  const settled = hasLeft ? await settleRun(queries, session, message) : undefined
  const happened: Happened[] = [
    { type: 'message.updated', message: updated },
    ...(settled?.happened ?? []),
  ]
  const changes = {
    ...settled?.changes,
    ...more?.session,
    ...refund?.session,
    ...(isMoved && { attention: await attentionAfter(queries, session, delivery) }),
    ...(session.lastMessageId === message.id && { lastMessageStatus: delivery.status }),
  }
  if (isMoved) happened.push({ type: 'session.updated' })
  return publishChat(queries, {
    sessionId: session.id,
    ownerId: session.ownerId,
    changes,
    happened,
  })
}

/** A failed message asks for the owner until it got through, or something that he wrote after it did. */
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

async function refundOf(
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
