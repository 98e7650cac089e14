import type { Answer } from '@errand/contract/call'
import type { sendReplyCall } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import { textTemplate } from '@errand/contract/chats/template'

import type { Queries } from '../../../platform/database/database.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { isAccountOpen } from '../../account/account.repo.ts'
import type { Meter } from '../../billing/meter.ts'
import { isChannelLost } from '../../chats/channel-health.ts'
import type { Channels } from '../../chats/channel.ts'
import { commitChatChanges, type ChatEvent } from '../../chats/commit-chat-changes.ts'
import { lockContact } from '../../chats/contacts/contacts.repo.ts'
import { readUpTo } from '../../chats/messages/mark-read.ts'
import { showMessage } from '../../chats/messages/message-view.ts'
import { findMessage, findMessageBy } from '../../chats/messages/messages.repo.ts'
import { cancelPendingReplies, queueMessage } from '../../chats/messages/outbound.ts'
import type { ContactRow, MessageRow, SessionRow } from '../../chats/rows.ts'
import { showSession } from '../../chats/session-view.ts'
import {
  afterMessage,
  afterOwnerReply,
  findSession,
  lockCurrentSession,
  lockSession,
  requireChat,
} from '../../chats/sessions/sessions.repo.ts'
import { readContent, type Reply } from './reply-content.ts'
import { toReplyUndo } from './undo.ts'

/** What sending replies needs beside the database. */
export interface ReplyDeps {
  queue: Queue
  meter: Meter
  channels: Channels
}

interface ReplyTo {
  ownerId: string
  sessionId: string
  reply: Reply
  /** What else has happened in the chat in this transaction. */
  events?: ChatEvent[]
}

/** Sends a reply of the owner: it is held until its undo time is over, but takes the chat over at once. */
export async function sendReply(
  queries: Queries,
  { queue, meter, channels }: ReplyDeps,
  { ownerId, sessionId, reply: input, events = [] }: ReplyTo,
): Promise<Answer<typeof sendReplyCall>> {
  const chat = await lockChat(queries, ownerId, sessionId)
  const earlier = await findEarlierReply(queries, ownerId, { sessionId, ...input })
  if (earlier !== undefined) {
    const session =
      events.length === 0
        ? await showSession(queries, chat.session)
        : await commitChatChanges(queries, { session: chat.session, events })
    return toReplyResponse(queries, meter, { message: earlier, session })
  }
  await requireReachable(queries, chat, channels)
  await requireCurrent(queries, chat)
  await requireQuoted(queries, chat.session, input.replyToId)
  const content = await readContent(queries, chat, input)
  const isTemplate = content.template !== undefined
  await meter.requireCredit(queries, ownerId, isTemplate ? 'template' : 'owner')

  const at = new Date()
  const cancelled = await cancelPendingReplies(queries, chat.session)
  const state = await afterOwnerReply(queries, chat.session, { handler: input.handler, at })
  const { clientId, replyToId } = input
  const heldUntil = new Date(at.getTime() + input.undoSeconds * 1000)
  const message = await queueMessage(queries, queue, {
    session: chat.session,
    message: {
      ...content,
      author: 'owner',
      clientId,
      replyToId,
      heldUntil,
      at,
      undo: toReplyUndo({ session: chat.session, state, cancelled }),
    },
  })
  if (message === undefined) throw clientIdTaken()
  await readUpTo(queries, { sessionId, seq: message.seq, at })
  const session = await commitChatChanges(queries, {
    session: chat.session,
    changes: {
      ...state,
      ...cancelled.changes,
      ...afterMessage({ ...chat.session, ...cancelled.changes }, message),
      unreadCount: 0,
      lastReadMessageId: message.id,
    },
    events: [
      ...events,
      ...cancelled.events,
      { type: 'message.created', message },
      { type: 'session.updated' },
    ],
  })
  return toReplyResponse(queries, meter, { message, session })
}

/** Finds the message of a repeated request, after a double click or a lost response. */
async function findEarlierReply(
  queries: Queries,
  ownerId: string,
  { sessionId, clientId, message }: Reply & { sessionId: string },
): Promise<MessageRow | undefined> {
  if (clientId === undefined) return undefined
  const earlier = await findMessageBy(queries, { ownerId, clientId })
  if (earlier === undefined) return undefined
  const isSame = earlier.sessionId === sessionId && ownerTextOf(earlier) === message
  if (!isSame) throw clientIdTaken()
  return earlier
}

/** The text that the owner wrote, without the template around it. */
function ownerTextOf({ template, text }: MessageRow): string {
  if (template?.name !== textTemplate.name) return text
  return template.components[0]?.text ?? text
}

function clientIdTaken(): Problem {
  return new Problem('conflict', { detail: 'Another message already has this clientId.' })
}

async function requireQuoted(
  queries: Queries,
  session: SessionRow,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return
  const quoted = await findMessage(queries, session.ownerId, id)
  if (quoted?.sessionId === session.id) return
  const detail = 'There is no such message in this chat.'
  throw new Problem('validation_failed', {
    errors: [{ pointer: '#/replyToId', code: 'not_found', detail }],
  })
}

async function toReplyResponse(
  queries: Queries,
  meter: Meter,
  { message, session }: { message: MessageRow; session: ChatSession },
): Promise<Answer<typeof sendReplyCall>> {
  const { ownerId } = message
  const { amountMinor, messagesLeft } = await meter.readBalance(queries, ownerId)
  const isTrial = (await meter.readPlan(queries, ownerId)) === 'trial'
  const free = isTrial ? await meter.readTrialMessages(queries, ownerId) : 0
  return {
    success: true,
    message: await showMessage(queries, message),
    session,
    balance: { amountMinor, messagesLeft: messagesLeft + free },
  }
}

interface LockedChat {
  session: SessionRow
  contact: ContactRow
}

/**
 * Locks a contact and then the chat, in this order as everywhere, so that no two chats with a contact
 * become active at once. The account may have been closed meanwhile.
 */
export async function lockChat(queries: Queries, ownerId: string, id: string): Promise<LockedChat> {
  const { contactId } = requireChat(await findSession(queries, ownerId, id))
  const contact = requireChat(await lockContact(queries, ownerId, contactId))
  const session = requireChat(await lockSession(queries, ownerId, id))
  const isOpen = await isAccountOpen(queries, ownerId)
  return requireChat(isOpen ? { session, contact } : undefined)
}

/** Refuses a reply to a contact who opted out or is blocked, or over a channel that is not connected. */
export async function requireReachable(
  queries: Queries,
  { session, contact }: LockedChat,
  channels: Channels,
): Promise<void> {
  if (contact.optedOutAt !== null) throw new Problem('opted_out')
  if (contact.blockedAt !== null) {
    throw new Problem('conflict', { detail: 'The contact is blocked. Unblock it first.' })
  }
  const isMissing = channels[session.channel] === undefined
  if (isMissing || (await isChannelLost(queries, session))) {
    throw new Problem('channel_disconnected')
  }
}

/** An ended chat can be reopened only if there is no other active chat with the contact. */
async function requireCurrent(queries: Queries, { session }: LockedChat): Promise<void> {
  if (session.status === 'active') return
  const current = await lockCurrentSession(queries, session.contactId, session.channel)
  if (current === undefined || current.status !== 'active') return
  throw new Problem('conflict', {
    detail: 'There is a newer chat with this contact. Write there.',
    meta: { activeSessionId: current.id },
  })
}
