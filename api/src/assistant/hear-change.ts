import type { ContactRow, MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { fold } from '../form-data/reading.ts'
import type { Queue } from '../queue/queue.ts'
import { beginRun } from './begin-run.ts'
import { followChange, isSource } from './follow-change.ts'
import { forgetQuotes } from './forget-quotes.ts'
import { goOn } from './late-file.ts'
import { after, type PendingChat } from './pending-chat.ts'
import { isWorking, lockOpenRuns } from './runs.repo.ts'
import { findLastSaid, listUnanswered } from './unanswered.ts'

/** A message of the contact's as it was, and as it is. */
interface Changed {
  before: MessageRow
  message: MessageRow
}

interface Edited extends Changed {
  contact: ContactRow
  at: Date
  /** When we were told of it. */
  receivedAt: Date
}

/**
 * A contact has edited a message: its answers follow, and where the assistant drives the chat it
 * reads the message once more, unless the contact has moved on from one that told it nothing.
 */
export async function hearEdit(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { before, message, contact, at, receivedAt }: Edited,
): Promise<PendingChat> {
  const { id: sessionId, handler, status } = after(chat)
  const wasSource = await isSource(queries, message)
  const followed = wasSource ? await followChange(queries, chat, { before, message }) : chat
  const isDriven = handler === 'assistant' && status === 'active'
  if (!isDriven || plain(before.text) === plain(message.text)) return followed
  const working = (await lockOpenRuns(queries, sessionId)).find(isWorking)
  // It reads what the message says when its time has come.
  if (working?.state === 'debouncing') return followed
  const unanswered = await listUnanswered(queries, sessionId)
  const isOpen = unanswered.some(({ id }) => id === message.id)
  const isLast = (await findLastSaid(queries, sessionId)) === message.id
  if (!wasSource && !isOpen && !isLast) return followed
  const written = { chat: followed, contact, message: { ...message, createdAt: at }, receivedAt }
  return beginRun(queries, queue, { ...written, isEdited: true })
}

/** A full stop more or less says nothing new. */
const plain = (text: string): string => fold(text).replace(/[\s.,!…]+$/u, '')

/** A contact has deleted a message: the assistant does not know any more what it said. */
export async function hearDeletion(
  queries: Queries,
  chat: PendingChat,
  { before, message }: Changed,
): Promise<PendingChat> {
  await forgetQuotes(queries, before)
  const wasSource = await isSource(queries, message)
  const followed = wasSource ? await followChange(queries, chat, { before, message }) : chat
  const working = (await lockOpenRuns(queries, after(chat).id)).find(isWorking)
  if (working === undefined || working.state === 'debouncing') return followed
  return goOn(queries, followed, { message, working })
}
