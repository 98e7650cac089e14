import type { ChatSession } from '@errand/contract/chats/session'

import type { Phrases } from '../ai/phrases/phrases.ts'
import { beginRun } from '../assistant/begin-run.ts'
import { readPhrases, say, type PendingChat } from '../assistant/pending-chat.ts'
import { readPreferences } from '../auth/settings-view.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { heedOptWord } from './contacts/heed-opt-word.ts'
import { upsertContact } from './contacts/upsert-contact.ts'
import { withEarlyChange } from './messages/early-changes.repo.ts'
import { findMessageBy } from './messages/messages.repo.ts'
import { readUpTo } from './messages/read-marks.repo.ts'
import { cancelWaiting } from './messages/remove-messages.ts'
import { storeInbound, type Inbound } from './messages/store-inbound.ts'
import { publishChats, type Happened } from './publish-chat.ts'
import type { ContactRow, MessageRow } from './rows.ts'
import { afterMessage, openWindow } from './sessions/after-message.ts'
import { finalReason, findTarget, type Target } from './sessions/find-target.ts'
import { columnsOf } from './state/session-state.ts'

/** What became of it; `session` is the chat as it is now, a duplicate changed nothing. */
export type Received = { messageId: string; sessionId: string } & (
  | { isDuplicate: true }
  | { isDuplicate: false; session: ChatSession }
)

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
  const row = await storeInbound(queries, target.session, { ownerId, message })
  const stored = await afterInbound(queries, { ...target, contact, row })
  const heard = isOptingOut ? 'opt_out' : target.endedIn
  const change =
    heard === undefined
      ? await beginRun(queries, queue, { chat: stored, contact, message: row, receivedAt })
      : await confirmWish(queries, queue, { chat: stored, heard })
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
  // Who is blocked does not ring: what he writes counts as read.
  if (contact.blockedAt === null) {
    return { session, changes: { ...changes, unreadCount: session.unreadCount + 1 }, happened }
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
