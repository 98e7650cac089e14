import type { Channel } from '@errand/contract/chats/session'

import type { Queries } from '../../platform/database/database.ts'
import { deleteFile } from '../../platform/files/files.service.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { looksLikeInjection } from '../ai/language/injection-marks.ts'
import { type EditDeps, applyDeletion, applyEdit } from '../assistant/apply-message-change.ts'
import { type ChatMutation, commitMutation, withMore } from '../chats/chat-mutation.ts'
import { commitAllChatChanges } from '../chats/commit-chat-changes.ts'
import { applyOptOutKeyword } from '../chats/contacts/apply-opt-out-keyword.ts'
import {
  hasContactId,
  lockContact,
  type ContactIds,
  type Sender,
  unreachableReason,
  upsertContact,
} from '../chats/contacts/contacts.repo.ts'
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
import { confirmEnd, type Inbound, storePhoneMessage } from './receive-message.ts'

/** A message that the owner wrote in the WhatsApp app on their own phone. */
export interface Echo {
  ownerId: string
  channel: Channel
  to: Sender
  message: Omit<Inbound['message'], 'media'>
}

/**
 * Receives a message that the owner wrote in the business app of their phone. It takes the chat over like
 * a reply written here, but it was sent already, so nothing is sent or charged. Returns undefined for a
 * duplicate.
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

/** The owner has read and answered the chat. Not called for an unreadable message, which may be no answer. */
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

/** The state after an echo; it does not change for a contact who opted out or is blocked. */
async function stateAfterEcho(
  queries: Queries,
  { session, contact, at }: { session: SessionRow; contact: ContactRow; at: Date },
): Promise<Partial<SessionState>> {
  if (unreachableReason(contact) !== undefined) return {}
  return afterOwnerReply(queries, session, { handler: 'owner', at })
}

/** An edit or a deletion of an earlier message. */
export interface MessageChange {
  ownerId: string
  providerId: string
  /** The side that changed it: each side can change only its own messages. */
  direction: MessageRow['direction']
  /** The ids of the contact, as far as the webhook names them. */
  contact: ContactIds
  /** The new text; null for a deletion. */
  text: string | null
  at: Date
  receivedAt: Date
}

/** A locked message of a locked chat, with its change. */
interface MessageToChange {
  chat: ChatMutation
  contact: ContactRow
  /** The message before and after the change. */
  before: MessageRow
  message: MessageRow
  change: MessageChange
}

/**
 * Applies an edit or a deletion on a phone, by the contact or by the owner. The message changes, and the
 * answers that came from it; the chat's read mark, age and handler stay. The last step of its
 * transaction.
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
      // The summary contains what the message said before.
      ...((session.summary?.upToSeq ?? 0) >= message.seq && { summary: null }),
    },
    events: [{ type: 'message.updated', message }],
  }
  const changing = { chat, contact, before, message, change }
  const { changes, events } =
    message.direction === 'out' ? chat : await applyContactChange(stores, changing)
  await commitMutation(queries, { session, changes, events })
}

/** Locks the contact, the chat and the message, in this order as everywhere. */
async function lockMessageAndChat(queries: Queries, { ownerId, sessionId, id }: MessageRow) {
  const chat = await findSession(queries, ownerId, sessionId)
  const contact = chat && (await lockContact(queries, ownerId, chat.contactId))
  const session = await lockSession(queries, ownerId, sessionId)
  const before = await lockMessage(queries, id)
  if (contact === undefined || session === undefined || before === undefined) return undefined
  return { contact, session, before }
}

/** Whether the change comes from the contact of the chat; an echo need not name the contact. */
function isByChatPartner(
  contact: ContactRow,
  { direction, contact: names }: MessageChange,
): boolean {
  const isUnnamed = names.phoneNumber === undefined && names.userId === undefined
  return (direction === 'out' && isUnnamed) || hasContactId(contact, names)
}

/** Whether a change is new: a deletion is final, and of several edits the latest wins, in any order. */
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

/** Empties a deleted message: its position, time and cost are kept, its content is deleted. */
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

/** The contact opts out by editing a message. */
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
