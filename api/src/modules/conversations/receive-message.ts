import type { MessageKind, MessageType } from '@errand/contract/chats/message'
import type { Channel } from '@errand/contract/chats/session'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { readPreferences } from '../account/settings-view.ts'
import { looksLikeInjection } from '../ai/language/injection-marks.ts'
import { hasBookingAhead } from '../answers/answer-sets.ts'
import { fold } from '../answers/reading.ts'
import { checkMessage } from '../assistant/gate-facts.ts'
import { handOff } from '../assistant/hand-off.ts'
import { scheduleRun } from '../assistant/schedule-run.ts'
import {
  preview,
  type ChatMutation,
  readPhrases,
  queueReply,
  withAttention,
} from '../chats/chat-mutation.ts'
import { type ChatEvent, commitAllChatChanges } from '../chats/commit-chat-changes.ts'
import {
  applyOptOutKeyword,
  isOfferedAnswer,
  isTappedChoice,
  type ContactStatement,
} from '../chats/contacts/apply-opt-out-keyword.ts'
import { type Sender, unreachableReason, upsertContact } from '../chats/contacts/contacts.repo.ts'
import { readUpTo } from '../chats/messages/mark-read.ts'
import { appendMessage, findMessageBy, withEarlyChange } from '../chats/messages/messages.repo.ts'
import { cancelPendingReplies } from '../chats/messages/outbound.ts'
import type { ContactRow, MessageRow, SessionRow } from '../chats/rows.ts'
import { bringBackNeeds } from '../chats/sessions/needs.ts'
import {
  afterMessage,
  insertEndedSession,
  startSession,
  lockCurrentSession,
  openWindow,
} from '../chats/sessions/sessions.repo.ts'
import {
  initialState,
  stateColumns,
  nextState,
  type SessionState,
} from '../chats/state/session-state.ts'
import { isCancelWord, type Phrases, phrasesWithEndWord } from '../phrases/phrases.ts'
import { alertMessage } from './alert-message.ts'

/** The stored message; a duplicate changed nothing. */
interface ReceiveResult {
  messageId: string
  sessionId: string
  isDuplicate: boolean
}

/**
 * Receives a message of a contact, on any channel. It is always stored, once, in the one active chat with
 * this contact. The last step of its transaction.
 */
export async function receiveMessage(
  queries: Queries,
  queue: Queue,
  inbound: Inbound,
): Promise<ReceiveResult> {
  const { ownerId, channel, receivedAt = new Date() } = inbound
  const { contact: known, moved } = await upsertContact(queries, ownerId, inbound.from)
  const { providerId } = inbound.message
  const earlier = await findMessageBy(queries, { ownerId, providerId })
  if (earlier !== undefined) {
    await commitAllChatChanges(queries, moved)
    return { messageId: earlier.id, sessionId: earlier.sessionId, isDuplicate: true }
  }
  const message = await withEarlyChange(queries, ownerId, inbound.message)
  const { contact, isOptingOut } = await applyOptOutKeyword(queries, known, message)
  const target = await findTarget(queries, { ...message, contact, channel })
  const row = await storePhoneMessage(queries, target.session, { ...message, by: 'contact' })
  const stored = await afterInbound(queries, { ...target, contact, row })
  const endedBy = isOptingOut ? 'opt_out' : target.endPhrases
  const { handling = 'words' } = inbound
  const written = { chat: stored, contact, message: row, receivedAt }
  const change =
    endedBy === undefined
      ? await handleByAssistant(queries, queue, { ...written, handling, isNew: target.isNew })
      : await confirmEnd(queries, queue, { chat: stored, endedBy })
  const { session: current } = change
  // Somebody whose first message is an opt-out needs no answer.
  const { isNew } = target
  if (!isNew || !isOptingOut) await alertMessage(queries, queue, { chat: change, isNew })
  await commitAllChatChanges(queries, [
    ...moved.filter((other) => other.session.id !== current.id),
    {
      session: current,
      changes: change.changes,
      events: [{ type: target.isNew ? 'session.created' : 'session.updated' }, ...change.events],
    },
  ])
  return { messageId: row.id, sessionId: current.id, isDuplicate: false }
}

type ToHandle = Parameters<typeof scheduleRun>[2] & { handling: MessageHandling; isNew: boolean }

/** Has the assistant handle a message. */
async function handleByAssistant(
  queries: Queries,
  queue: Queue,
  { handling, isNew, ...written }: ToHandle,
): Promise<ChatMutation> {
  const { chat } = written
  // A contact who only opens the chat again is not greeted twice.
  if (handling === 'greeting' && !isNew) return chat
  if (handling !== 'order') {
    return scheduleRun(queries, queue, { ...written, asksForWords: handling === 'no_words' })
  }
  return handOverOrder(queries, queue, written)
}

/** Acknowledges an order and hands it over, because only the owner knows what is in stock. */
async function handOverOrder(
  queries: Queries,
  queue: Queue,
  written: Parameters<typeof scheduleRun>[2],
): Promise<ChatMutation> {
  const { chat, contact, message } = written
  const asked = { session: preview(chat), contact, inbound: [message] }
  const { stop, preferences } = await checkMessage(queries, asked)
  // Any other reason that stops the assistant stops it here too.
  if (stop?.reason !== 'nothing_to_read') {
    const stopped = await scheduleRun(queries, queue, written)
    return unreachableReason(contact) === undefined ? withAttention(stopped, 'handoff') : stopped
  }
  const phrases = await readPhrases(queries, preview(chat), preferences.business)
  const at = new Date()
  const said = { author: 'system', text: phrases.orderTaken, heldUntil: at, at } as const
  const queued = await queueReply(queries, queue, chat, said)
  return handOff(queries, queue, { chat: queued, reason: 'unsupported_request', preferences })
}

async function afterInbound(
  queries: Queries,
  { session, state, endPhrases, contact, row }: Target & { contact: ContactRow; row: MessageRow },
): Promise<ChatMutation> {
  const final = unreachableReason(contact)
  const ended = endPhrases && ('closed' as const)
  const stop = final === undefined ? ended : final === 'blocked' ? 'blocked' : 'opt_out'
  const cancelled = stop && (await cancelPendingReplies(queries, session, stop))
  const changes = {
    ...stateColumns(state),
    ...cancelled?.changes,
    ...afterMessage({ ...session, ...cancelled?.changes }, row),
    ...openWindow(session, row.createdAt),
    ...bringBackNeeds(session, state.attention),
  }
  const events: ChatEvent[] = [
    ...(cancelled?.events ?? []),
    { type: 'message.created', message: row },
  ]
  // Messages of a blocked contact count as read, so that they ask for no attention.
  if (contact.blockedAt === null) {
    const unreadCount = session.unreadCount + (row.readByOwnerAt === null ? 1 : 0)
    return { session, changes: { ...changes, unreadCount }, events }
  }
  await readUpTo(queries, { sessionId: session.id, seq: row.seq, at: row.createdAt })
  return { session, changes: { ...changes, unreadCount: 0, lastReadMessageId: row.id }, events }
}

/** Confirms an opt-out, or the end of a chat. It is free, and sent although other messages may not be. */
export async function confirmEnd(
  queries: Queries,
  queue: Queue,
  { chat, endedBy }: { chat: ChatMutation; endedBy: 'opt_out' | Phrases },
): Promise<ChatMutation> {
  const { assistant, business } = await readPreferences(queries, chat.session.ownerId)
  const text =
    endedBy === 'opt_out'
      ? (await readPhrases(queries, chat.session, business)).optedOut
      : assistant.endedMessage || endedBy.chatEnded
  const at = new Date()
  return queueReply(queries, queue, chat, { author: 'system', text, heldUntil: at, at })
}

/**
 * How the assistant handles a message: it answers words, hands an order over, greets, or asks once for
 * words if there are none that it can read.
 */
export type MessageHandling = 'words' | 'order' | 'greeting' | 'no_words' | 'nothing'

/** A message of a contact, as a channel hands it over. */
export interface Inbound {
  ownerId: string
  channel: Channel
  from: Sender
  /** When the webhook arrived; now, by default. */
  receivedAt?: Date
  handling?: MessageHandling
  message: {
    /** The provider's id; each is stored once. */
    providerId: string
    type: MessageType
    kind?: MessageKind | undefined
    text: string
    about?: NonNullable<MessageRow['about']> | undefined
    media?: NonNullable<MessageRow['media']>
    replyToProviderId?: string | undefined
    at: Date
    /** Set for a message that nobody needs to read. */
    readByOwnerAt?: Date
    /** Set if it was changed before it arrived. */
    editedAt?: Date
    deletedAt?: Date
  }
}

const sides = {
  contact: { direction: 'in', author: 'contact', status: 'received' },
  owner: { direction: 'out', author: 'owner', status: 'sent', attempts: 1 },
} as const

/** Stores a message that was written on a phone at the end of a chat, whose row has to be locked. */
export async function storePhoneMessage(
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
  /** The phrases of the contact's language, if the message ends the chat. */
  endPhrases?: Phrases
}

type Written = ContactStatement & { contact: ContactRow; channel: Channel; at: Date }

/** Finds or starts the chat of a message, and returns its state afterwards. */
async function findTarget(
  queries: Queries,
  { contact, channel, type, text, replyToProviderId, at }: Written,
): Promise<Target> {
  const current = await lockCurrentSession(queries, contact.id, channel)
  const final = unreachableReason(contact)
  if (final !== undefined) {
    const hasJob = current?.jobId !== null
    const before = current ?? initialState({ at, hasJob })
    const state = nextState(before, { type: 'close', at, reason: final }) as SessionState
    const session = current ?? (await insertEndedSession(queries, { contact, channel, at, state }))
    return { session, isNew: current === undefined, state }
  }
  if (current !== undefined) {
    const endPhrases = await readEndKeyword(queries, current, { type, text, replyToProviderId, at })
    if (endPhrases !== undefined) {
      const state = nextState(current, { type: 'close', at, reason: 'contact' }) as SessionState
      return { session: current, isNew: false, state, endPhrases }
    }
    const isBooked = current.status !== 'active' && (await hasBookingAhead(queries, current.id, at))
    const hasJob = current.jobId !== null
    const state = nextState(current, { type: 'inbound', at, hasJob, isBooked })
    if (typeof state !== 'string') return { session: current, isNew: false, state }
  }
  const session = await startSession(queries, { contact, channel, text, at })
  return { session, isNew: true, state: session }
}

/**
 * Whether a message consists of a word that ends the open chat, such as `cancel`; returns the phrases of
 * its language. This is no opt-out: the contact can be written to as before. A word that the chat offers
 * as an answer does not end it, nor one that may be about a booking.
 */
async function readEndKeyword(
  queries: Queries,
  { id, ownerId, contactId, status }: SessionRow,
  { at, ...message }: ContactStatement & { at: Date },
): Promise<Phrases | undefined> {
  const { type, text } = message
  if ((type !== 'text' && type !== 'interactive') || status !== 'active') return undefined
  const phrases = phrasesWithEndWord(fold(text))
  if (phrases === undefined || (await isTappedChoice(queries, ownerId, message))) return undefined
  // The assistant hears what is to be cancelled.
  if (isCancelWord(fold(text)) && (await hasBookingAhead(queries, id, at))) return undefined
  return (await isOfferedAnswer(queries, contactId, text)) ? undefined : phrases
}
