import type { MessageKind } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'
import { and, eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { scheduleRun } from '../assistant/schedule-run.ts'
import { reactionAsAnswer } from '../assistant/unanswered.ts'
import { commitMutation } from '../chats/chat-mutation.ts'
import {
  type ChatChange,
  type ChatEvent,
  commitAllChatChanges,
} from '../chats/commit-chat-changes.ts'
import {
  findContactByIds,
  hasContactId,
  lockContact,
  type ContactIds,
  type Renaming,
  renameContact,
  type Sender,
  unreachableReason,
  upsertContact,
} from '../chats/contacts/contacts.repo.ts'
import {
  appendMessage,
  findMessageBy,
  lockMessage,
  updateMessage,
} from '../chats/messages/messages.repo.ts'
import type { ContactRow, MessageRow } from '../chats/rows.ts'
import {
  afterMessage,
  startSession,
  findSession,
  lockCurrentSession,
  lockSession,
} from '../chats/sessions/sessions.repo.ts'

/** A reaction of a contact to a message. */
export interface Reaction {
  ownerId: string
  from: ContactIds
  /** The provider's ids of the reaction, and of the message that it is about. */
  providerId: string
  aboutProviderId: string
  /** Empty when the reaction is removed. */
  emoji: string
  at: Date
  receivedAt: Date
}

/**
 * Receives a contact's reaction to a message, which replaces an earlier one. It is not a message and is
 * never unread; but a thumb up or down to the assistant's question whether everything is right answers
 * it. Returns the message, or undefined if the contact's chat has no such message.
 */
export async function receiveReaction(
  queries: Queries,
  queue: Queue,
  reaction: Reaction,
): Promise<MessageRow | undefined> {
  const { ownerId, aboutProviderId: providerId, providerId: id, emoji, at } = reaction
  const found = await findMessageBy(queries, { ownerId, providerId })
  const session = found && (await findSession(queries, ownerId, found.sessionId))
  if (found === undefined || session === undefined) return undefined
  const contact = await lockContact(queries, ownerId, session.contactId)
  const locked = await lockSession(queries, ownerId, session.id)
  const before = await lockMessage(queries, found.id)
  if (contact === undefined || locked === undefined || before === undefined) return undefined
  if (!hasContactId(contact, reaction.from)) return undefined
  if (before.deletedAt !== null || (before.reactedAt !== null && before.reactedAt > at))
    return before
  if ((before.reaction ?? '') === emoji) return before
  const message = await updateMessage(queries, before.id, {
    reaction: emoji === '' ? null : emoji,
    reactedAt: at,
  })
  const withdrawnIds = await deleteReactionAnswers(queries, message)
  const isKnown = (await findMessageBy(queries, { ownerId, providerId: id })) !== undefined
  const answer = isKnown ? undefined : await storeReactionAnswer(queries, { reaction, message })
  const count = locked.messageCount - withdrawnIds.length + (answer === undefined ? 0 : 1)
  const events: ChatEvent[] = [
    { type: 'message.updated', message },
    ...withdrawnIds.map((removedId) => ({ type: 'message.updated' as const, removedId })),
  ]
  const chat = { session: locked, changes: { messageCount: count }, events }
  const { receivedAt } = reaction
  await commitMutation(
    queries,
    answer === undefined
      ? chat
      : await scheduleRun(queries, queue, { chat, contact, message: answer, receivedAt }),
  )
  return message
}

/** Deletes the answers that earlier reactions to the message gave. */
async function deleteReactionAnswers(queries: Queries, { id }: MessageRow): Promise<string[]> {
  const rows = await queries
    .delete(messages)
    .where(and(eq(messages.replyToId, id), eq(messages.type, 'reaction')))
    .returning({ id: messages.id })
  return rows.map((row) => row.id)
}

/** Stores a reaction as a message if it answers a question of the assistant. */
async function storeReactionAnswer(
  queries: Queries,
  { reaction, message }: { reaction: Reaction; message: MessageRow },
): Promise<MessageRow | undefined> {
  const { providerId, emoji, at, ownerId } = reaction
  const { id: replyToId, sessionId } = message
  const said = { ...message, replyToId, reaction: emoji }
  if ((await reactionAsAnswer(queries, said)).length === 0) return undefined
  return appendMessage(queries, {
    id: newId('message'),
    ownerId,
    sessionId,
    direction: 'in',
    author: 'contact',
    type: 'reaction',
    text: '',
    reaction: emoji,
    replyToId,
    providerId,
    status: 'received',
    statusAt: { received: at.toISOString() },
    readByOwnerAt: at,
    createdAt: at,
  })
}

/** An event between a contact and the owner's number, such as a missed call. */
export interface Notice {
  ownerId: string
  channel: Channel
  from: Sender
  providerId: string
  kind: MessageKind
  text: string
  at: Date
  /** Whether it starts a chat if there is none. */
  opensChat: boolean
}

/**
 * Receives an event that nobody wrote, and adds a line to the chat, once. It is not a message of the
 * contact, so it is not unread, opens no 24-hour window, and the assistant does not see it.
 */
export async function receiveNotice(queries: Queries, notice: Notice): Promise<void> {
  const { ownerId, from, opensChat } = notice
  if (opensChat) return storeNotice(queries, notice, await upsertContact(queries, ownerId, from))
  // Such an event alone creates no contact.
  const contact = await findContactByIds(queries, ownerId, from)
  if (contact !== undefined) await storeNotice(queries, notice, { contact, moved: [] })
}

/** Receives a contact's new phone number or user id, and adds a line to the chat. */
export async function receiveRenaming(
  queries: Queries,
  { before, now, ...about }: Omit<Notice, 'from' | 'kind' | 'text' | 'opensChat'> & Renaming,
): Promise<void> {
  const renamed = await renameContact(queries, about.ownerId, { before, now })
  const line = { kind: 'number_changed', text: '', opensChat: false } as const
  if (renamed !== undefined) {
    await storeNotice(queries, { ...about, ...line, from: { ...now, name: '' } }, renamed)
  }
}

/** Publishes all changes at once, as the last step. */
async function storeNotice(
  queries: Queries,
  notice: Notice,
  { contact, moved }: { contact: ContactRow; moved: ChatChange[] },
): Promise<void> {
  const change = await appendNotice(queries, notice, contact)
  const others = moved.filter(({ session }) => session.id !== change?.session.id)
  await commitAllChatChanges(queries, [...others, ...(change === undefined ? [] : [change])])
}

async function appendNotice(
  queries: Queries,
  { ownerId, channel, providerId, opensChat, text, at, kind }: Notice,
  contact: ContactRow,
): Promise<ChatChange | undefined> {
  if (unreachableReason(contact) !== undefined) return undefined
  if ((await findMessageBy(queries, { ownerId, providerId })) !== undefined) return undefined
  const current = await lockCurrentSession(queries, contact.id, channel)
  const isOver = current === undefined || current.status === 'closed'
  if (isOver && !opensChat) return undefined
  const session = isOver ? await startSession(queries, { contact, channel, text: '', at }) : current
  const row = await appendMessage(queries, {
    id: newId('message'),
    ownerId,
    sessionId: session.id,
    direction: 'out',
    author: 'system',
    type: 'event',
    kind,
    text,
    providerId,
    status: 'sent',
    statusAt: { sent: at.toISOString() },
    attempts: 1,
    createdAt: at,
  })
  if (row === undefined) return undefined
  return {
    session,
    changes: opensChat ? afterMessage(session, row) : { messageCount: session.messageCount + 1 },
    events: [
      { type: isOver ? 'session.created' : 'session.updated' },
      { type: 'message.created', message: row },
    ],
  }
}
