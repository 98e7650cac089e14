import type { MessageType } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'

import { readPreferences } from '../auth/settings-view.ts'
import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { type Sender, upsertContact } from './contacts/contacts.repo.ts'
import { appendMessage, findMessageBy, withEarlyChange } from './messages/messages.repo.ts'
import { readUpTo } from './messages/mark-read.ts'
import { cancelWaiting, type Removed } from './messages/remove-messages.ts'
import { publishChats } from './publish-chat.ts'
import type { ContactRow, MessageRow, SessionRow } from './rows.ts'
import { afterMessage, beginSession, lockCurrentSession } from './sessions/sessions.repo.ts'
import { finalReason } from './receive-message.ts'
import { columnsOf, next, returnAtOf, type SessionState } from './state/session-state.ts'

/** Something that the owner wrote on his own phone, past us. */
export interface Echo {
  ownerId: string
  channel: Channel
  to: Sender
  message: {
    providerId: string
    type: MessageType
    text: string
    replyToProviderId?: string | undefined
    at: Date
    editedAt?: Date
    deletedAt?: Date
  }
}

/**
 * The door for what the owner writes in the business app of his phone: it is his message in the chat
 * as if he had written here, so the chat is his and the assistant is silent. It went out already, so
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
  const row = await append(queries, session, message)
  const { changes, happened } = isUnreadable
    ? { changes: { messageCount: session.messageCount + 1 }, happened: [] }
    : await takeOver(queries, { session, contact, row })
  await publishChats(queries, [
    ...moved.filter(({ sessionId }) => sessionId !== session.id),
    {
      sessionId: session.id,
      ownerId,
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

async function append(
  queries: Queries,
  session: SessionRow,
  { replyToProviderId, at, ...content }: Echo['message'],
): Promise<MessageRow> {
  const { ownerId, id: sessionId } = session
  const replyTo =
    replyToProviderId === undefined
      ? undefined
      : await findMessageBy(queries, { ownerId, providerId: replyToProviderId })
  const row = await appendMessage(queries, {
    ...content,
    id: newId('message'),
    ownerId,
    sessionId,
    direction: 'out',
    author: 'owner',
    status: 'sent',
    statusAt: { sent: at.toISOString() },
    attempts: 1,
    replyToId: replyTo?.id,
    createdAt: at,
  })
  if (row === undefined) throw new Error('A message without client id has a namesake')
  return row
}

/** Whoever wants no messages got one from the owner himself: that changes nothing of his wish. */
async function stateAfter(
  queries: Queries,
  { session, contact, at }: { session: SessionRow; contact: ContactRow; at: Date },
): Promise<Partial<SessionState>> {
  if (finalReason(contact) !== undefined) return {}
  const { assistant } = await readPreferences(queries, session.ownerId)
  const { jobId } = session
  const minutes = assistant.returnToAssistantAfterMinutes
  const staysWithAssistant = !assistant.pauseOnOwnerReply && session.handler === 'assistant'
  const state = next(session, {
    type: 'owner_reply',
    at,
    to: staysWithAssistant ? 'assistant' : 'owner',
    returnAt: returnAtOf(session, { minutes, at }),
    hasJob: jobId !== null,
  })
  if (typeof state === 'string') throw new Error(`An echo in ${session.id} was ${state}`)
  return columnsOf(state)
}
