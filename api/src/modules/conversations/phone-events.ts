import type { Channel } from '@errand/contract/chats/session'

import { type EditDeps, applyDeletion, applyEdit } from '../assistant/apply-message-change.ts'
import { looksLikeInjection } from '../ai/language/injection-marks.ts'
import { type ChatMutation, commitMutation, withMore } from '../chats/chat-mutation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { deleteFile } from '../../platform/files/files.service.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import {
  hasContactId,
  lockContact,
  type ContactIds,
  type Sender,
  upsertContact,
} from '../chats/contacts/contacts.repo.ts'
import { applyOptOutKeyword } from '../chats/contacts/apply-opt-out-keyword.ts'
import { readUpTo } from '../chats/messages/mark-read.ts'
import { previewOf } from '../chats/messages/message-view.ts'
import {
  findMessageBy,
  isEditable,
  keepEarlyChange,
  lockMessage,
  rewriteMessage,
  withEarlyChange,
} from '../chats/messages/messages.repo.ts'
import { cancelPendingReplies, type ChatUpdate } from '../chats/messages/outbound.ts'
import { commitAllChatChanges } from '../chats/commit-chat-changes.ts'
import {
  confirmEnd,
  unreachableReason,
  type Inbound,
  storePhoneMessage,
} from './receive-message.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import {
  afterMessage,
  afterOwnerReply,
  startSession,
  findSession,
  lockCurrentSession,
  lockSession,
} from '../chats/sessions/sessions.repo.ts'
import { stateColumns, nextState, type SessionState } from '../chats/state/session-state.ts'

/** Something that the owner wrote on their own phone, past us. */
export interface Echo {
  ownerId: string
  channel: Channel
  to: Sender
  message: Omit<Inbound['message'], 'media'>
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
    await commitAllChatChanges(queries, moved)
    return undefined
  }
  const message = await withEarlyChange(queries, ownerId, echo.message)
  const { text, at } = message
  const session = current ?? (await startSession(queries, { contact, channel, text, at }))
  const row = await storePhoneMessage(queries, session, { ...message, by: 'owner' })
  const { changes, events } = isUnreadable
    ? { changes: { messageCount: session.messageCount + 1 }, events: [] }
    : await takeOverByEcho(queries, { session, contact, row })
  await commitAllChatChanges(queries, [
    ...moved.filter((other) => other.session.id !== session.id),
    {
      session,
      changes,
      events: [
        { type: current === undefined ? 'session.created' : 'session.updated' },
        ...events,
        { type: 'message.created', message: row },
      ],
    },
  ])
  return row
}

/** The owner has read the chat, and answers it: not so with something of which nobody knows what it is. */
async function takeOverByEcho(
  queries: Queries,
  { session, contact, row }: { session: SessionRow; contact: ContactRow; row: MessageRow },
): Promise<ChatUpdate> {
  const { createdAt: at } = row
  const cancelled = await cancelPendingReplies(queries, session)
  await readUpTo(queries, { sessionId: session.id, seq: row.seq, at })
  const state = await stateAfterEcho(queries, { session, contact, at })
  const changes = {
    ...state,
    ...cancelled.changes,
    ...afterMessage({ ...session, ...cancelled.changes }, row),
    unreadCount: 0,
    lastReadMessageId: row.id,
  }
  return { changes, events: cancelled.events }
}

/** Whoever wants no messages got one from the owner's phone: that changes nothing of the wish. */
async function stateAfterEcho(
  queries: Queries,
  { session, contact, at }: { session: SessionRow; contact: ContactRow; at: Date },
): Promise<Partial<SessionState>> {
  if (unreachableReason(contact) !== undefined) return {}
  return afterOwnerReply(queries, session, { handler: 'owner', at })
}

/** What somebody did to a message that was sent before. */
export interface MessageChange {
  ownerId: string
  providerId: string
  /** Who did it: everybody changes only what was written on the same side. */
  direction: MessageRow['direction']
  /** The contact who did it, or to whom the owner wrote, as far as it is told. */
  contact: ContactIds
  /** What it says now; nothing when it is deleted. */
  text: string | null
  at: Date
  receivedAt: Date
}

/** A message of a chat that are both locked, and what becomes of it. */
interface MessageToChange {
  chat: ChatMutation
  contact: ContactRow
  /** The message as it was, and as it is. */
  before: MessageRow
  message: MessageRow
  change: MessageChange
}

/**
 * The door for what is edited or deleted on a phone, by the contact or by the owner. That message
 * changes, and what was taken from it; the chat stays as read, as old and in whose hands it is. The
 * last step of its transaction.
 */
export async function changeMessage(stores: EditDeps, change: MessageChange): Promise<void> {
  const { queries } = stores
  const { ownerId, providerId } = change
  const found = await findMessageBy(queries, { ownerId, providerId })
  if (found === undefined) return keepEarlyChange(queries, change)
  const locked = await lockMessageAndChat(queries, found)
  if (locked === undefined || !isByChatPartner(locked.contact, change)) return
  if (!changesMessage(locked.before, change)) return
  const { session, before, contact } = locked
  const message = await rewrite(queries, before, change)
  const isLast = session.lastMessageId === message.id
  const chat: ChatMutation = {
    session,
    changes: {
      ...(isLast && { lastMessagePreview: previewOf(message) }),
      // It tells what the message said.
      ...((session.summary?.upToSeq ?? 0) >= message.seq && { summary: null }),
    },
    events: [{ type: 'message.updated', message }],
  }
  const changing = { chat, contact, before, message, change }
  const { changes, events } =
    message.direction === 'out' ? chat : await applyContactChange(stores, changing)
  await commitMutation(queries, { session, changes, events })
}

/** The contact first, then the chat, as everywhere. */
async function lockMessageAndChat(queries: Queries, { ownerId, sessionId, id }: MessageRow) {
  const chat = await findSession(queries, ownerId, sessionId)
  const contact = chat && (await lockContact(queries, ownerId, chat.contactId))
  const session = await lockSession(queries, ownerId, sessionId)
  const before = await lockMessage(queries, id)
  if (contact === undefined || session === undefined || before === undefined) return undefined
  return { contact, session, before }
}

/** A contact changes only messages of their own; an echo need not say to whom the owner wrote. */
function isByChatPartner(
  contact: ContactRow,
  { direction, contact: names }: MessageChange,
): boolean {
  const isUnnamed = names.phoneNumber === undefined && names.userId === undefined
  return (direction === 'out' && isUnnamed) || hasContactId(contact, names)
}

/** What was deleted stays so, and of several edits the latest counts, whenever we are told of it. */
function changesMessage(message: MessageRow, { direction, text, at }: MessageChange): boolean {
  if (message.direction !== direction || message.deletedAt !== null) return false
  if (text === null) return true
  const isLater = message.editedAt === null || message.editedAt <= at
  const isKnown = message.editedAt !== null && message.text === text
  return isEditable(message) && isLater && !isKnown
}

function rewrite(
  queries: Queries,
  before: MessageRow,
  { text, at: editedAt }: MessageChange,
): Promise<MessageRow> {
  if (text === null) return emptyMessage(queries, before, editedAt)
  const isSuspicious = before.direction === 'in' && looksLikeInjection(text)
  const flags = isSuspicious ? (['prompt_injection'] as const) : null
  return rewriteMessage(queries, before, { text, editedAt, flags: flags && [...flags] })
}

/** Its place, when it was sent and what it cost are kept; what it said and showed is gone. */
async function emptyMessage(
  queries: Queries,
  before: MessageRow,
  deletedAt: Date,
): Promise<MessageRow> {
  if (before.media !== null) await deleteFile(queries, before.media.id)
  const nothing = { text: '', media: null, template: null, choices: null, flags: null }
  const isLost = before.direction === 'in' && before.error !== null
  return rewriteMessage(queries, before, { ...nothing, ...(isLost && { error: null }), deletedAt })
}

async function applyContactChange(
  stores: EditDeps,
  { chat, contact: known, before, message, change }: MessageToChange,
): Promise<ChatMutation> {
  const { queries, queue } = stores
  const { text, at, receivedAt } = change
  if (text === null) return applyDeletion(queries, chat, { before, message })
  const said = { type: message.type, text, at }
  const { contact, isOptingOut } = await applyOptOutKeyword(queries, known, said)
  if (isOptingOut) return closeOptedOut(queries, queue, chat, at)
  return applyEdit(stores, chat, { before, message, contact, at, receivedAt })
}

/** The contact opts out only now. */
async function closeOptedOut(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  at: Date,
): Promise<ChatMutation> {
  const { session } = chat
  const state = nextState(session, { type: 'close', at, reason: 'opted_out' }) as SessionState
  const { changes, events } = await cancelPendingReplies(queries, session, 'opt_out')
  const closed = withMore(chat, { ...stateColumns(state), ...changes }, ...events)
  return confirmEnd(queries, queue, { chat: closed, endedBy: 'opt_out' })
}
