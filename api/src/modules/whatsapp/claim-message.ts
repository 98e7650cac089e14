import type { MessageError } from '@errand/contract/chats/message'
import { and, eq, gt, isNull, lt, lte, ne, or } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { messages } from '../../platform/database/schema.ts'
import type { Tasks } from '../../platform/queue/queue.ts'
import { checkStillSendable } from '../assistant/check-still-sendable.ts'
import type { Meter } from '../billing/meter.ts'
import { changeStatus, lockChatAndMessageWhere, type StatusDeps } from '../chats/apply-status.ts'
import { checkSending } from '../chats/channel-health.ts'
import { type Channels, type Pace, refusals } from '../chats/channel.ts'
import { readContact } from '../chats/contacts/contacts.repo.ts'
import { findMessage, updateMessage } from '../chats/messages/messages.repo.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import { isWindowOpen, updateSession } from '../chats/sessions/sessions.repo.ts'
import { holdMessage, isStillQueued } from './held-messages.ts'
import { paceKeys, readPairWaitMs, reserveNumberSlot, reservePair } from './pace.ts'
import { isThrottled } from './throttle.ts'

/** A message waits for earlier ones of its chat: how often that is checked, and for how long it waits. */
const recheckMs = 500
const maxBehindMs = 60_000

/** A message that a worker has claimed, and that cannot be undone any more. */
export interface ClaimedMessage {
  session: SessionRow
  message: MessageRow
  contact: ContactRow
  replyTo: MessageRow | undefined
}

/** The message has to wait; `hasPlace` says whether it has a slot of its number already. */
interface Deferred {
  sessionId: string
  waitMs: number
  hasPlace: boolean
}

interface ClaimDeps extends StatusDeps {
  channels: Channels
  /** Makes room for one more message of an owner that is sent at the same time; false if there is none. */
  reserve: (ownerId: string) => boolean
}

/** How long a message waits while its owner has the maximum on their way. */
const noRoomMs = 1_000

/** Claims a message for sending, or returns how long it has to wait; undefined if it must not be sent any more. */
export async function claimMessage(
  queries: Queries,
  { meter, queue, channels, reserve }: ClaimDeps,
  task: Tasks['message.send'],
): Promise<ClaimedMessage | Deferred | undefined> {
  const { messageId: id, attempt, hasPlace = false, probe } = task
  const locked = await lockChatAndMessageWhere(queries, eq(messages.id, id))
  if (locked === undefined || !isStillQueued(locked.message, attempt)) return undefined
  const { session, message } = locked
  const { id: sessionId, ownerId } = session
  if (!reserve(ownerId)) return { sessionId, waitMs: noRoomMs, hasPlace }
  const sending = await checkSending(queries, session)
  if (sending === 'closed') return undefined
  if (await hasEarlierUnsent(queries, message)) return { sessionId, waitMs: recheckMs, hasPlace }
  if (!(await checkStillSendable(queries, { session, message }))) return undefined
  const isHeldBack = probe === undefined && (await isThrottled(queries, session))
  // Held until the number works again, for a day at most.
  if (sending !== 'possible' || isHeldBack) {
    await holdMessage(queries, message, sending === 'possible' ? refusals.throttled : sending)
    return undefined
  }
  const contact = await readContact(queries, session.contactId)
  const error = sendErrorOf({ session, message, contact })
  const pace = channels[session.channel]?.pace
  if (error === undefined && pace !== undefined) {
    const turn = await reserveSendSlot(queries, { session, pace, hasPlace })
    if (turn.waitMs > 0) return { sessionId, ...turn }
  }
  const charged =
    error === undefined ? await chargeSending(queries, meter, { session, message }) : undefined
  if (charged === undefined) {
    const report = { status: 'failed', at: new Date(), error: error ?? refusals.unpaid } as const
    await changeStatus(queries, { meter, queue }, { session, message, report })
    return undefined
  }
  const unheld = { heldUntil: null, undo: null, error: null }
  await updateMessage(queries, message.id, { ...unheld, ...charged.message })
  // The event follows with the outcome of the sending.
  await updateSession(queries, session.id, { changes: charged.session, events: 0 })
  const { replyToId } = message
  const replyTo = replyToId === null ? undefined : await findMessage(queries, ownerId, replyToId)
  return { session, message, contact, replyTo }
}

/**
 * Whether an earlier message of the chat is about to be sent, because messages have to arrive in their
 * order. An earlier one that was claimed long ago does not count.
 */
async function hasEarlierUnsent(queries: Queries, message: MessageRow): Promise<boolean> {
  const now = new Date()
  const since = new Date(now.getTime() - maxBehindMs)
  const [earlier] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, message.sessionId),
        eq(messages.status, 'queued'),
        // Event lines are not sent.
        ne(messages.type, 'event'),
        lt(messages.seq, message.seq),
        isNull(messages.error),
        or(
          lte(messages.heldUntil, now),
          and(isNull(messages.heldUntil), gt(messages.createdAt, since)),
        ),
      ),
    )
    .limit(1)
  return earlier !== undefined
}

interface SlotRequest {
  session: SessionRow
  pace: Pace
  hasPlace: boolean
}

/** Reserves a slot for sending; returns how long the message has to wait. */
async function reserveSendSlot(
  queries: Queries,
  { session, pace, hasPlace }: SlotRequest,
): Promise<{ waitMs: number; hasPlace: boolean }> {
  const { contactId: id, channel, ownerId } = session
  const keys = paceKeys({ id, channel, ownerId })
  const pairMs = await readPairWaitMs(queries, keys.pair, pace)
  if (pairMs > 0) return { waitMs: pairMs, hasPlace }
  const numberMs = hasPlace ? 0 : await reserveNumberSlot(queries, keys.number, pace)
  if (numberMs > 0) return { waitMs: numberMs, hasPlace: true }
  await reservePair(queries, keys.pair, pace)
  return { waitMs: 0, hasPlace: true }
}

/** Why the message must not be sent, although it was allowed when it was written. */
function sendErrorOf({
  session,
  message,
  contact,
}: Omit<ClaimedMessage, 'replyTo'>): MessageError | undefined {
  // The product's own confirmation of an opt-out is still sent.
  if (message.author === 'system') return undefined
  if (contact.optedOutAt !== null || contact.blockedAt !== null) return refusals.unwanted
  const isMarketing = message.template?.category === 'MARKETING'
  if (isMarketing && contact.marketingOptedOutAt !== null) return refusals.noMarketing
  const isFree = message.type !== 'template'
  return isFree && !isWindowOpen(session) ? refusals.windowClosed : undefined
}

/** The changes that record a charge. */
interface ChargeResult {
  message: Partial<MessageRow>
  session: Partial<Pick<SessionRow, 'billedMessages' | 'costMicros'>>
}

const noCharge: ChargeResult = { message: {}, session: {} }

/**
 * Charges a message before it is sent, with the account locked, so that only as many are sent as the
 * credit covers. Returns undefined if it does not cover this one.
 */
async function chargeSending(
  queries: Queries,
  meter: Meter,
  { message, session }: { message: MessageRow; session: SessionRow },
): Promise<ChargeResult | undefined> {
  const { ownerId, author, type } = message
  // Messages of the product itself are free; retries were charged before.
  if ((author !== 'owner' && author !== 'assistant') || message.billed !== null) return noCharge
  const payer = type === 'template' ? 'template' : author
  const charged = await meter.chargeMessage(queries, {
    ownerId,
    sessionId: session.id,
    messageId: message.id,
    author: payer,
  })
  if (charged === undefined) return undefined
  const { bill, micros } = charged
  return {
    message: { billed: bill },
    session: {
      billedMessages: session.billedMessages + bill.units,
      costMicros: session.costMicros + micros,
    },
  }
}
