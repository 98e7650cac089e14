import type { MessageKind, MessageType } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'

import { type Phrases, phrasesWithEndWord } from '../phrases/phrases.ts'
import { beginRun } from '../assistant/begin-run.ts'
import { looksLikeInjection } from '../ai/language/injection-marks.ts'
import { checkMessage } from '../assistant/gate-facts.ts'
import { handOff } from '../assistant/hand-off.ts'
import { after, type PendingChat, readPhrases, say, withAttention } from '../chats/pending-chat.ts'
import { readPreferences } from '../account/settings-view.ts'
import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { fold } from '../answers/reading.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { type Sender, upsertContact } from '../chats/contacts/contacts.repo.ts'
import {
  heedOptWord,
  isOfferedAnswer,
  isTappedChoice,
  type Said,
} from '../chats/contacts/heed-opt-word.ts'
import { appendMessage, findMessageBy, withEarlyChange } from '../chats/messages/messages.repo.ts'
import { readUpTo } from '../chats/messages/mark-read.ts'
import { cancelWaiting } from '../chats/messages/outbound.ts'
import { type Happened, publishChats } from '../chats/publish-chat.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import {
  afterMessage,
  beginEnded,
  beginSession,
  lockCurrentSession,
  openWindow,
} from '../chats/sessions/sessions.repo.ts'
import { beginning, columnsOf, next, type SessionState } from '../chats/state/session-state.ts'

/** What became of it; a duplicate changed nothing. */
interface Received {
  messageId: string
  sessionId: string
  isDuplicate: boolean
}

/**
 * The door for everything a contact writes, on whatever channel. It is stored always, once, in the
 * one active chat with this person; the last step of its transaction.
 */
export async function receiveMessage(
  queries: Queries,
  queue: Queue,
  inbound: Inbound,
): Promise<Received> {
  const { ownerId, channel, receivedAt = new Date() } = inbound
  const { contact: known, moved } = await upsertContact(queries, ownerId, inbound.from)
  const { providerId } = inbound.message
  const earlier = await findMessageBy(queries, { ownerId, providerId })
  if (earlier !== undefined) {
    await publishChats(queries, moved)
    return { messageId: earlier.id, sessionId: earlier.sessionId, isDuplicate: true }
  }
  const message = await withEarlyChange(queries, ownerId, inbound.message)
  const { contact, isOptingOut } = await heedOptWord(queries, known, message)
  const target = await findTarget(queries, { ...message, contact, channel })
  const row = await storeTold(queries, target.session, { ...message, by: 'contact' })
  const stored = await afterInbound(queries, { ...target, contact, row })
  const heard = isOptingOut ? 'opt_out' : target.endedIn
  const { hears = 'words' } = inbound
  const written = { chat: stored, contact, message: row, receivedAt }
  const change =
    heard === undefined
      ? await follow(queries, queue, { ...written, hears, isNew: target.isNew })
      : await confirmWish(queries, queue, { chat: stored, heard })
  const { session: current } = change
  await publishChats(queries, [
    ...moved.filter((other) => other.session.id !== current.id),
    {
      session: current,
      changes: change.changes,
      happened: [
        { type: target.isNew ? 'session.created' : 'session.updated' },
        ...change.happened,
      ],
    },
  ])
  return { messageId: row.id, sessionId: current.id, isDuplicate: false }
}

type Followed = Parameters<typeof beginRun>[2] & { hears: Hearing; isNew: boolean }

/** What the assistant makes of a message. */
async function follow(
  queries: Queries,
  queue: Queue,
  { hears, isNew, ...written }: Followed,
): Promise<PendingChat> {
  const { chat } = written
  // Whoever has been greeted only looks in again.
  if (hears === 'greeting' && !isNew) return chat
  if (hears !== 'order') {
    return beginRun(queries, queue, { ...written, asksForWords: hears === 'no_words' })
  }
  return takeOrder(queries, queue, written)
}

/** An order is the owner's to confirm, who alone knows what there is. */
async function takeOrder(
  queries: Queries,
  queue: Queue,
  written: Parameters<typeof beginRun>[2],
): Promise<PendingChat> {
  const { chat, contact, message } = written
  const asked = { session: after(chat), contact, inbound: [message] }
  const { stop, preferences } = await checkMessage(queries, asked)
  // Whatever else may stop the assistant stops it here too.
  if (stop?.reason !== 'nothing_to_read') {
    const stopped = await beginRun(queries, queue, written)
    return finalReason(contact) === undefined ? withAttention(stopped, 'handoff') : stopped
  }
  const phrases = await readPhrases(queries, after(chat), preferences.business)
  const at = new Date()
  const said = { author: 'system', text: phrases.orderTaken, heldUntil: at, at } as const
  const told = await say(queries, queue, chat, said)
  return handOff(queries, queue, { chat: told, reason: 'unsupported_request', preferences })
}

async function afterInbound(
  queries: Queries,
  { session, state, endedIn, contact, row }: Target & { contact: ContactRow; row: MessageRow },
): Promise<PendingChat> {
  const final = finalReason(contact)
  const ended = endedIn && ('closed' as const)
  const stop = final === undefined ? ended : final === 'blocked' ? 'blocked' : 'opt_out'
  const cancelled = stop && (await cancelWaiting(queries, session, stop))
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
  // Who is blocked does not ring: what they write counts as read.
  if (contact.blockedAt === null) {
    const unreadCount = session.unreadCount + (row.readByOwnerAt === null ? 1 : 0)
    return { session, changes: { ...changes, unreadCount }, happened }
  }
  await readUpTo(queries, { sessionId: session.id, seq: row.seq, at: row.createdAt })
  return { session, changes: { ...changes, unreadCount: 0, lastReadMessageId: row.id }, happened }
}

/** Says once that the wish was heard; it costs nothing and goes out although nothing else may. */
export async function confirmWish(
  queries: Queries,
  queue: Queue,
  { chat, heard }: { chat: PendingChat; heard: 'opt_out' | Phrases },
): Promise<PendingChat> {
  const { assistant, business } = await readPreferences(queries, chat.session.ownerId)
  const text =
    heard === 'opt_out'
      ? (await readPhrases(queries, chat.session, business)).optedOut
      : assistant.endedMessage || heard.chatEnded
  const at = new Date()
  return say(queries, queue, chat, { author: 'system', text, heldUntil: at, at })
}

/**
 * What the assistant makes of a message: it answers words, takes an order for the owner, greets, or
 * asks once for words where there are none that it could read.
 */
export type Hearing = 'words' | 'order' | 'greeting' | 'no_words' | 'nothing'

/** Something that a contact sent, as a channel hands it over. */
export interface Inbound {
  ownerId: string
  channel: Channel
  from: Sender
  /** When we were told of it: now, unless it has waited for us. */
  receivedAt?: Date
  hears?: Hearing
  message: {
    /** What the provider calls it: the same one is stored once. */
    providerId: string
    type: MessageType
    kind?: MessageKind | undefined
    text: string
    about?: NonNullable<MessageRow['about']> | undefined
    media?: NonNullable<MessageRow['media']>
    replyToProviderId?: string | undefined
    at: Date
    /** Of what nobody needs to read. */
    readByOwnerAt?: Date
    /** It was changed before we were told of it. */
    editedAt?: Date
    deletedAt?: Date
  }
}

const sides = {
  contact: { direction: 'in', author: 'contact', status: 'received' },
  owner: { direction: 'out', author: 'owner', status: 'sent', attempts: 1 },
} as const

/** Puts what was written on a phone at the end of a chat, whose row has to be locked. */
export async function storeTold(
  queries: Queries,
  { id: sessionId, ownerId }: SessionRow,
  { by, ...message }: Inbound['message'] & { by: keyof typeof sides },
): Promise<MessageRow> {
  const { replyToProviderId: providerId, at, ...content } = message
  const replyTo = providerId && (await findMessageBy(queries, { ownerId, providerId }))
  const isSuspicious = by === 'contact' && looksLikeInjection(content.text)
  const row = await appendMessage(queries, {
    ...content,
    ...sides[by],
    id: newId('message'),
    ownerId,
    sessionId,
    statusAt: { [sides[by].status]: at.toISOString() },
    ...(replyTo && { replyToId: replyTo.id }),
    ...(isSuspicious && { flags: ['prompt_injection'] }),
    createdAt: at,
  })
  if (row === undefined) throw new Error('A message without client id has a namesake')
  return row
}

/** The chat that a message of a contact belongs to. */
interface Target {
  session: SessionRow
  isNew: boolean
  state: SessionState
  /** The contact ends the chat with it: the sentences that tell them so. */
  endedIn?: Phrases
}

type Written = Said & { contact: ContactRow; channel: Channel; at: Date }

/** The chat that the message goes to, and how that chat stands afterwards. */
async function findTarget(
  queries: Queries,
  { contact, channel, type, text, replyToProviderId, at }: Written,
): Promise<Target> {
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
    const endedIn = await readEndWord(queries, current, { type, text, replyToProviderId })
    if (endedIn !== undefined) {
      const state = next(current, { type: 'close', at, reason: 'contact' }) as SessionState
      return { session: current, isNew: false, state, endedIn }
    }
    const state = next(current, { type: 'inbound', at, hasJob: current.jobId !== null })
    if (typeof state !== 'string') return { session: current, isNew: false, state }
  }
  const session = await beginSession(queries, { contact, channel, text, at })
  return { session, isNew: true, state: session }
}

/** With whom there is nothing to do: what they write is kept, and nothing comes of it. */
export function finalReason({
  blockedAt,
  optedOutAt,
}: ContactRow): 'blocked' | 'opted_out' | undefined {
  if (blockedAt !== null) return 'blocked'
  return optedOutAt === null ? undefined : 'opted_out'
}

/**
 * With one word, and nothing else, a contact puts an end to the chat that is going on: the sentences
 * of the language whose word it is. They can be written to as before: who cancels a booking has not
 * said that they want no more messages. A word that the chat offers as an answer is one.
 */
async function readEndWord(
  queries: Queries,
  { ownerId, contactId, status }: SessionRow,
  message: Said,
): Promise<Phrases | undefined> {
  const { type, text } = message
  if ((type !== 'text' && type !== 'interactive') || status !== 'active') return undefined
  const phrases = phrasesWithEndWord(fold(text))
  if (phrases === undefined || (await isTappedChoice(queries, ownerId, message))) return undefined
  return (await isOfferedAnswer(queries, contactId, text)) ? undefined : phrases
}
