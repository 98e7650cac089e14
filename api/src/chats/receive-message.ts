import type { ChatSession } from '@errand/contract/chats/session'

import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { heedOptWord } from './contacts/heed-opt-word.ts'
import { upsertContact } from './contacts/upsert-contact.ts'
import { queueMessage } from './messages/outbound.ts'
import { cancelWaiting } from './messages/remove-messages.ts'
import { findMessageBy } from './messages/messages.repo.ts'
import { storeInbound, type Inbound } from './messages/store-inbound.ts'
import { readUpTo } from './messages/read-marks.repo.ts'
import { publishChats, type Happened } from './publish-chat.ts'
import type { ContactRow, MessageRow, SessionRow } from './rows.ts'
import { afterMessage, openWindow } from './sessions/after-message.ts'
import { finalReason, findTarget, type Target } from './sessions/find-target.ts'
import type { SessionChanges } from './sessions/sessions.repo.ts'
import { columnsOf } from './state/session-state.ts'

/** What became of it; `session` is the chat as it is now, a duplicate changed nothing. */
export type Received = { messageId: string; sessionId: string } & (
  | { isDuplicate: true }
  | { isDuplicate: false; session: ChatSession }
)

/** The one answer to somebody who wants no more messages. */
const optOutConfirmation =
  'You will not get any more messages from us. Write START if you change your mind.'

/**
 * The door for everything a contact writes, on whatever channel. It is stored always, once, in the
 * one active chat with this person; the last step of its transaction.
 */
export async function receiveMessage(
  queries: Queries,
  queue: Queue,
  inbound: Inbound,
): Promise<Received> {
  const { ownerId, channel, message } = inbound
  const { contact: known, moved } = await upsertContact(queries, ownerId, inbound.from)
  const { providerId } = message
  const earlier = await findMessageBy(queries, { ownerId, providerId })
  if (earlier !== undefined) {
    await publishChats(queries, moved)
    return { messageId: earlier.id, sessionId: earlier.sessionId, isDuplicate: true }
  }
  const { contact, isOptingOut } = await heedOptWord(queries, known, message)
  const target = await findTarget(queries, { ...message, contact, channel })
  const row = await storeInbound(queries, target.session, inbound)
  const stored = await afterInbound(queries, { ...target, contact, row })
  const change = isOptingOut ? await confirm(queries, queue, stored) : stored
  const { session: current } = change
  const sessions = await publishChats(queries, [
    ...moved.filter(({ sessionId }) => sessionId !== current.id),
    {
      sessionId: current.id,
      ownerId,
      changes: change.changes,
      happened: [
        { type: target.isNew ? 'session.created' : 'session.updated' },
        ...change.happened,
      ],
    },
  ])
  const session = sessions.at(-1)
  if (session === undefined) throw new Error(`The chat ${current.id} is gone`)
  return { messageId: row.id, sessionId: session.id, isDuplicate: false, session }
}

interface Stored {
  session: SessionRow
  changes: SessionChanges
  happened: Happened[]
}

async function afterInbound(
  queries: Queries,
  { session, state, contact, row }: Target & { contact: ContactRow; row: MessageRow },
): Promise<Stored> {
  const isFinal = finalReason(contact) !== undefined
  const cancelled = isFinal ? await cancelWaiting(queries, session) : undefined
  const changes = {
    ...columnsOf(state),
    ...cancelled?.changes,
    ...afterMessage({ ...session, ...cancelled?.changes }, row),
    ...openWindow(session, row.createdAt),
  }
  const happened: Happened[] = [
    ...(cancelled?.happened ?? []),
    { type: 'message.created', message: row },
  ]
  // Who is blocked does not ring: what he writes counts as read.
  if (contact.blockedAt === null) {
    return { session, changes: { ...changes, unreadCount: session.unreadCount + 1 }, happened }
  }
  await readUpTo(queries, { sessionId: session.id, seq: row.seq, at: row.createdAt })
  return { session, changes: { ...changes, unreadCount: 0, lastReadMessageId: row.id }, happened }
}

/** Says once that the wish was heard; it costs nothing and goes out although nothing else may. */
async function confirm(
  queries: Queries,
  queue: Queue,
  { session, changes, happened }: Stored,
): Promise<Stored> {
  const at = new Date()
  const message = await queueMessage(queries, queue, {
    session,
    message: { author: 'system', text: optOutConfirmation, heldUntil: at, at },
  })
  if (message === undefined) return { session, changes, happened }
  return {
    session,
    changes: { ...changes, ...afterMessage({ ...session, ...changes }, message) },
    happened: [...happened, { type: 'message.created', message }],
  }
}
