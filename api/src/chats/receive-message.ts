import type { MessageType } from '@errand/contract/chats/message'
import type { Channel, ChatSession } from '@errand/contract/chats/session'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import type { Queue } from '../queue/queue.ts'
import { updateContact, type Sender } from './contacts/contacts.repo.ts'
import { upsertContact } from './contacts/upsert-contact.ts'
import { queueMessage } from './messages/outbound.ts'
import { cancelWaiting } from './messages/remove-messages.ts'
import { appendMessage, findMessageBy, readUpTo } from './messages/messages.repo.ts'
import { readPreferences } from './owner-preferences.ts'
import { publishChats, type Happened } from './publish-chat.ts'
import type { ContactRow, MessageRow, SessionRow } from './rows.ts'
import { afterMessage, openWindow } from './sessions/after-message.ts'
import { beginEnded, beginSession } from './sessions/begin-session.ts'
import { lockCurrentSession, type SessionChanges } from './sessions/sessions.repo.ts'
import { readOptWord } from './state/opt-words.ts'
import { beginning, columnsOf, next, type SessionState } from './state/session-state.ts'

/** Something that a contact sent, as a channel hands it over. */
export interface Inbound {
  ownerId: string
  channel: Channel
  from: Sender
  message: {
    /** What the provider calls it: the same one is stored once. */
    providerId: string
    type: MessageType
    text: string
    media?: NonNullable<MessageRow['media']>
    replyToProviderId?: string | undefined
    reaction?: string | undefined
    at: Date
  }
}

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
    return { messageId: earlier.id, sessionId: earlier.sessionId, isDuplicate: true }
  }
  const { contact, isOptingOut } = await heedOptWord(queries, known, message)
  const target = await findTarget(queries, { contact, channel, message })
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

/** Takes somebody at his word who says that he wants no more messages, or wants them again. */
async function heedOptWord(
  queries: Queries,
  contact: ContactRow,
  { type, text, at }: Inbound['message'],
): Promise<{ contact: ContactRow; isOptingOut: boolean }> {
  if (type !== 'text') return { contact, isOptingOut: false }
  const { assistant } = await readPreferences(queries, contact.ownerId)
  const word = readOptWord(text, assistant)
  const isOptingOut = word === 'out' && contact.optedOutAt === null
  const isOptingIn = word === 'in' && contact.optedOutAt !== null
  if (!isOptingOut && !isOptingIn) return { contact, isOptingOut }
  const optedOutAt = isOptingOut ? at : null
  return { contact: await updateContact(queries, contact, { optedOutAt }), isOptingOut }
}

interface Target {
  session: SessionRow
  isNew: boolean
  state: SessionState
}

/** The chat that the message goes to, and how that chat stands afterwards. */
async function findTarget(
  queries: Queries,
  { contact, channel, message }: Pick<Inbound, 'channel' | 'message'> & { contact: ContactRow },
): Promise<Target> {
  const { at, text } = message
  const current = await lockCurrentSession(queries, contact.id, channel)
  const final = finalReason(contact)
  if (final !== undefined) {
    const hasJob = current?.jobId !== null
    const before = current ?? beginning({ at, hasJob })
    const state = next(before, { type: 'close', at, reason: final }) as SessionState
    const session = current ?? (await beginEnded(queries, { contact, channel, at, state }))
    return { session, isNew: current === undefined, state }
  }
  if (current !== undefined) {
    const state = next(current, { type: 'inbound', at, hasJob: current.jobId !== null })
    if (typeof state !== 'string') return { session: current, isNew: false, state }
  }
  const session = await beginSession(queries, { contact, channel, text, at })
  return { session, isNew: true, state: session }
}

/** With whom there is nothing to do: what he writes is kept, and nothing comes of it. */
function finalReason({ blockedAt, optedOutAt }: ContactRow): 'blocked' | 'opted_out' | undefined {
  if (blockedAt !== null) return 'blocked'
  return optedOutAt === null ? undefined : 'opted_out'
}

async function storeInbound(
  queries: Queries,
  session: SessionRow,
  { ownerId, message }: Inbound,
): Promise<MessageRow> {
  const { replyToProviderId, at, ...content } = message
  const replyTo =
    replyToProviderId === undefined
      ? undefined
      : await findMessageBy(queries, { ownerId, providerId: replyToProviderId })
  const row = await appendMessage(queries, {
    ...content,
    id: newId('message'),
    ownerId,
    sessionId: session.id,
    direction: 'in',
    author: 'contact',
    status: 'received',
    statusAt: { received: at.toISOString() },
    replyToId: replyTo?.id,
    createdAt: at,
  })
  if (row === undefined) throw new Error('A message without client id has a namesake')
  return row
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
