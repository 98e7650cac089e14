import type { Channel } from '@errand/contract/chats/session'

import type { Queries } from '../database/database.ts'
import { type Sender, upsertContact } from './contacts/contacts.repo.ts'
import { findMessageBy, withEarlyChange } from './messages/messages.repo.ts'
import { readUpTo } from './messages/mark-read.ts'
import { cancelWaiting, type Removed } from './messages/remove-messages.ts'
import { publishChats } from './publish-chat.ts'
import type { ContactRow, MessageRow, SessionRow } from './rows.ts'
import { finalReason, storeTold, type Inbound } from './receive-message.ts'
import {
  afterMessage,
  afterOwnerReply,
  beginSession,
  lockCurrentSession,
} from './sessions/sessions.repo.ts'
import type { SessionState } from './state/session-state.ts'

/** Something that the owner wrote on their own phone, past us. */
export interface Echo {
  ownerId: string
  channel: Channel
  to: Sender
  message: Omit<Inbound['message'], 'media' | 'reaction'>
}

/**
 * The door for what the owner writes in the business app of their phone: it is a message in the chat
 * as if written here, so the chat is theirs and the assistant is silent. It went out already, so
 * nothing is sent and nothing charged. Nothing comes back when it is there already.
 */
export async function receiveEcho(queries: Queries, echo: Echo): Promise<MessageRow | undefined> {
  const { ownerId, channel } = echo
  const { contact, moved } = await upsertContact(queries, ownerId, echo.to, 'recipient')
  const { providerId } = echo.message
  const isKnown = (await findMessageBy(queries, { ownerId, providerId })) !== undefined
  const current = isKnown ? undefined : await lockCurrentSession(queries, contact.id, channel)
  const isUnreadable = echo.message.type === 'unsupported'
  if (isKnown || (isUnreadable && current === undefined)) {
    await publishChats(queries, moved)
    return undefined
  }
  const message = await withEarlyChange(queries, ownerId, echo.message)
  const { text, at } = message
  const session = current ?? (await beginSession(queries, { contact, channel, text, at }))
  const row = await storeTold(queries, session, { ...message, by: 'owner' })
  const { changes, happened } = isUnreadable
    ? { changes: { messageCount: session.messageCount + 1 }, happened: [] }
    : await takeOver(queries, { session, contact, row })
  await publishChats(queries, [
    ...moved.filter((other) => other.session.id !== session.id),
    {
      session,
      changes,
      happened: [
        { type: current === undefined ? 'session.created' : 'session.updated' },
        ...happened,
        { type: 'message.created', message: row },
      ],
    },
  ])
  return row
}

/** The owner has read the chat, and answers it: not so with something of which nobody knows what it is. */
async function takeOver(
  queries: Queries,
  { session, contact, row }: { session: SessionRow; contact: ContactRow; row: MessageRow },
): Promise<Removed> {
  const { createdAt: at } = row
  const cancelled = await cancelWaiting(queries, session)
  await readUpTo(queries, { sessionId: session.id, seq: row.seq, at })
  const state = await stateAfter(queries, { session, contact, at })
  const changes = {
    ...state,
    ...cancelled.changes,
    ...afterMessage({ ...session, ...cancelled.changes }, row),
    unreadCount: 0,
    lastReadMessageId: row.id,
  }
  return { changes, happened: cancelled.happened }
}

/** Whoever wants no messages got one from the owner's phone: that changes nothing of the wish. */
async function stateAfter(
  queries: Queries,
  { session, contact, at }: { session: SessionRow; contact: ContactRow; at: Date },
): Promise<Partial<SessionState>> {
  if (finalReason(contact) !== undefined) return {}
  return afterOwnerReply(queries, session, { handler: 'owner', at })
}
