import type { MessageKind } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'
import { and, eq } from 'drizzle-orm'

import { beginRun } from '../assistant/begin-run.ts'
import { publish } from '../chats/pending-chat.ts'
import { readReaction } from '../assistant/unanswered.ts'
import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { messages } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import {
  findNamed,
  isNamed,
  lockContact,
  type Names,
  type Renaming,
  renameContact,
  type Sender,
  upsertContact,
} from '../chats/contacts/contacts.repo.ts'
import {
  appendMessage,
  findMessageBy,
  lockMessage,
  updateMessage,
} from '../chats/messages/messages.repo.ts'
import { type ChatChange, type Happened, publishChats } from '../chats/publish-chat.ts'
import { finalReason } from './receive-message.ts'
import type { ContactRow, MessageRow } from '../chats/rows.ts'
import {
  afterMessage,
  beginSession,
  findSession,
  lockCurrentSession,
  lockSession,
} from '../chats/sessions/sessions.repo.ts'

/** A reaction of a contact's to a message. */
export interface Reaction {
  ownerId: string
  from: Names
  /** What the provider calls the reaction, and the message that it is put to. */
  providerId: string
  aboutProviderId: string
  /** Empty when it is taken away. */
  emoji: string
  at: Date
  receivedAt: Date
}

/**
 * The door for what a contact puts to a message, in the place of what stood there before. It is no
 * message, and nothing of it waits to be read; put to the assistant's question whether everything is
 * right, a yes or a no answers that. Answers the message; nothing when there is none of that chat.
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
  if (!isNamed(contact, reaction.from)) return undefined
  if (before.deletedAt !== null || (before.reactedAt !== null && before.reactedAt > at))
    return before
  if ((before.reaction ?? '') === emoji) return before
  const message = await updateMessage(queries, before.id, {
    reaction: emoji === '' ? null : emoji,
    reactedAt: at,
  })
  const withdrawn = await forgetAnswers(queries, message)
  const isKnown = (await findMessageBy(queries, { ownerId, providerId: id })) !== undefined
  const answer = isKnown ? undefined : await keepAnswer(queries, { reaction, message })
  const count = locked.messageCount - withdrawn.length + (answer === undefined ? 0 : 1)
  const happened: Happened[] = [
    { type: 'message.updated', message },
    ...withdrawn.map((removedId) => ({ type: 'message.updated' as const, removedId })),
  ]
  const chat = { session: locked, changes: { messageCount: count }, happened }
  const { receivedAt } = reaction
  await publish(
    queries,
    answer === undefined
      ? chat
      : await beginRun(queries, queue, { chat, contact, message: answer, receivedAt }),
  )
  return message
}

/** What stood there before answers nothing any more. */
async function forgetAnswers(queries: Queries, { id }: MessageRow): Promise<string[]> {
  const rows = await queries
    .delete(messages)
    .where(and(eq(messages.replyToId, id), eq(messages.type, 'reaction')))
    .returning({ id: messages.id })
  return rows.map((row) => row.id)
}

/** The reaction as what the contact has said, where it answers a question of the assistant. */
async function keepAnswer(
  queries: Queries,
  { reaction, message }: { reaction: Reaction; message: MessageRow },
): Promise<MessageRow | undefined> {
  const { providerId, emoji, at, ownerId } = reaction
  const { id: replyToId, sessionId } = message
  const said = { ...message, replyToId, reaction: emoji }
  if ((await readReaction(queries, said)).length === 0) return undefined
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

/** Something that happened between a contact and the owner's number, without a word. */
export interface Notice {
  ownerId: string
  channel: Channel
  from: Sender
  providerId: string
  kind: MessageKind
  text: string
  at: Date
  /** Whether the owner should know of it even where there is no chat yet. */
  opensChat: boolean
}

/**
 * The door for what nobody wrote: a line in the chat, once. It is no message of the contact, so
 * nothing waits to be read, the window stays as it is and the assistant hears nothing of it.
 */
export async function receiveNotice(queries: Queries, notice: Notice): Promise<void> {
  const { ownerId, from, opensChat } = notice
  if (opensChat) return keepNotice(queries, notice, await upsertContact(queries, ownerId, from))
  // Nobody becomes a contact by what they did not do themselves.
  const contact = await findNamed(queries, ownerId, from)
  if (contact !== undefined) await keepNotice(queries, notice, { contact, moved: [] })
}

/** The door for another number, or another user id, of somebody: of which a line tells too. */
export async function receiveRenaming(
  queries: Queries,
  { before, now, ...about }: Omit<Notice, 'from' | 'kind' | 'text' | 'opensChat'> & Renaming,
): Promise<void> {
  const renamed = await renameContact(queries, about.ownerId, { before, now })
  const line = { kind: 'number_changed', text: '', opensChat: false } as const
  if (renamed !== undefined) {
    await keepNotice(queries, { ...about, ...line, from: { ...now, name: '' } }, renamed)
  }
}

/** Tells of all that changed at once, as the last step. */
async function keepNotice(
  queries: Queries,
  notice: Notice,
  { contact, moved }: { contact: ContactRow; moved: ChatChange[] },
): Promise<void> {
  const change = await lineIn(queries, notice, contact)
  const others = moved.filter(({ session }) => session.id !== change?.session.id)
  await publishChats(queries, [...others, ...(change === undefined ? [] : [change])])
}

async function lineIn(
  queries: Queries,
  { ownerId, channel, providerId, opensChat, text, at, kind }: Notice,
  contact: ContactRow,
): Promise<ChatChange | undefined> {
  if (finalReason(contact) !== undefined) return undefined
  if ((await findMessageBy(queries, { ownerId, providerId })) !== undefined) return undefined
  const current = await lockCurrentSession(queries, contact.id, channel)
  const isOver = current === undefined || current.status === 'closed'
  if (isOver && !opensChat) return undefined
  const session = isOver ? await beginSession(queries, { contact, channel, text: '', at }) : current
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
    happened: [
      { type: isOver ? 'session.created' : 'session.updated' },
      { type: 'message.created', message: row },
    ],
  }
}
