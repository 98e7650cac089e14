import type { RunStopReason } from '@errand/contract/chats/run'
import { notify } from '@errand/database'

import type { Queries } from '../../platform/database/database.ts'
import type { ReplyUndo, UnsentMessage } from '../../platform/database/tables/messages.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import { preview, queueReply, withRunState, type ChatMutation } from '../chats/chat-mutation.ts'
import { readContact } from '../chats/contacts/contacts.repo.ts'
import type { ContactRow, MessageRow } from '../chats/rows.ts'
import {
  cancelRun,
  insertRun,
  isWorking,
  lockOpenRuns,
  lockRun,
  updateRun,
  workingStates,
  type RunRow,
} from '../chats/runs.ts'
import { checkMessage } from './gate-facts.ts'
import { maxDeliveryMs } from './gate.ts'
import { recordSkippedRun } from './no-answer.ts'
import { releaseParked } from './queue-replies.ts'
import { readLastQuestion, replyAt } from './reply-wait.ts'
import { listUnanswered, keepAnswerable, reactionAsAnswer } from './unanswered.ts'

/** The database channel that notifies workers of runs. */
export const runsChannel = 'assistant_runs'

interface InboundToAnswer {
  chat: ChatMutation
  contact: ContactRow
  /** The message that the contact has just written. */
  message: MessageRow
  /** The message is older, and was edited just now. */
  isEdited?: boolean
  /** The message is of a kind that cannot be read: the contact is asked once to write text. */
  asksForWords?: boolean
  /** When the webhook arrived, which may be a while ago under load. */
  receivedAt: Date
}

/**
 * The contact has written: starts a run, or defers the one that waits, so that the assistant answers all
 * messages of a burst at once. If it may not answer, the reason is recorded. The chat is locked.
 */
export async function scheduleRun(
  queries: Queries,
  queue: Queue,
  {
    chat,
    contact,
    message: written,
    receivedAt,
    isEdited = false,
    asksForWords = false,
  }: InboundToAnswer,
): Promise<ChatMutation> {
  const [message] =
    written.type === 'reaction' ? await reactionAsAnswer(queries, written) : [written]
  if (message === undefined) return chat
  const now = new Date()
  const session = preview(chat)
  const begunBy = 'contact'
  const wasNew = receivedAt.getTime() - message.createdAt.getTime() <= maxDeliveryMs
  const asked = { session, contact, inbound: [message], wasNew, asksForWords }
  const { stop, preferences } = await checkMessage(queries, asked)
  const open = await lockOpenRuns(queries, session.id)
  const working = open.find(isWorking)
  if (stop !== undefined) {
    // The earlier messages are answered all the same.
    if (working !== undefined && concernsMessageAlone(stop.reason)) return chat
    const stopped = await cancelSuperseded(queries, chat, working, stop.reason)
    return recordSkippedRun(queries, queue, { chat: stopped, message, stop, preferences })
  }
  const released = await releaseParked(queries, queue, chat, open)
  const unanswered = working === undefined ? [] : await listUnanswered(queries, session.id)
  const isWaiting = working?.state === 'waiting'
  const since = working?.since ?? now
  const wakeAt = replyAt({
    asked: await readLastQuestion(queries, session.id),
    burst: unanswered.length === 0 ? [message] : unanswered,
    usualMs: preferences.assistant.debounceSeconds * 1000,
    place: answerLocaleOf(preferences.business),
    ...(isWaiting && { dueAt: working.wakeAt }),
    since,
    now,
  })
  if (isWaiting) return rescheduleRun(queries, released, working, wakeAt)
  const before = await cancelSuperseded(queries, released, working, 'newer_message')
  if (written.type !== 'reaction' && written.providerId !== null) {
    await queue.add(queries, 'receipt.send', { messageId: written.id, isTyping: true })
  }
  const moments = { since, wakeAt, createdAt: now }
  return startRun(queries, before, { begunBy, ...moments, ...(isEdited && { seq: message.seq }) })
}

/** Inserts a run, which a worker claims when it is due: it answers everything unanswered, or the message with `seq`. */
async function startRun(
  queries: Queries,
  chat: ChatMutation,
  { seq = null, ...newRun }: NewRun,
): Promise<ChatMutation> {
  const { ownerId, id: sessionId, jobVersion } = preview(chat)
  await notify(queries, runsChannel)
  const about = { ownerId, sessionId, jobVersion, seqFrom: seq, seqTo: seq }
  return withRunState(chat, await insertRun(queries, { ...about, ...newRun, state: 'waiting' }))
}

type NewRun = Pick<RunRow, 'begunBy' | 'since' | 'wakeAt' | 'createdAt'> & { seq?: number | null }

/** A message has changed after the assistant read it: cancels the run that works, and starts another one at once. */
export async function restartRun(
  queries: Queries,
  chat: ChatMutation,
  { message: { seq }, working }: { message: MessageRow; working: RunRow | undefined },
): Promise<ChatMutation> {
  const now = new Date()
  const before = await cancelSuperseded(queries, chat, working, 'newer_message')
  const { begunBy = 'contact', since = now } = working ?? {}
  return startRun(queries, before, { begunBy, since, seq, wakeAt: now, createdAt: now })
}

/** Reasons that concern only this message, and not those before it. */
const concernsMessageAlone = (reason: RunStopReason): boolean =>
  reason === 'voice_note' || reason === 'nothing_to_read' || reason === 'too_old'

async function rescheduleRun(
  queries: Queries,
  chat: ChatMutation,
  run: RunRow,
  wakeAt: Date,
): Promise<ChatMutation> {
  await notify(queries, runsChannel)
  return withRunState(chat, await updateRun(queries, run.id, { wakeAt }))
}

/** Cancels a run whose input is out of date. */
async function cancelSuperseded(
  queries: Queries,
  chat: ChatMutation,
  run: RunRow | undefined,
  reason: RunStopReason,
): Promise<ChatMutation> {
  return run === undefined ? chat : withRunState(chat, await cancelRun(queries, run, reason))
}

/**
 * The assistant drives the chat again: starts a run for the messages that nobody has answered, however
 * old they are. The chat is locked.
 */
export async function resumeChat(queries: Queries, chat: ChatMutation): Promise<ChatMutation> {
  const session = preview(chat)
  if (session.handler !== 'assistant' || session.status !== 'active') return chat
  const inbound = await keepAnswerable(queries, await listUnanswered(queries, session.id))
  if (inbound.length === 0) return chat
  if ((await lockOpenRuns(queries, session.id)).some(isWorking)) return chat
  const now = new Date()
  const contact = await readContact(queries, session.contactId)
  const asked = { session, contact, inbound, isWantedByOwner: true }
  if ((await checkMessage(queries, asked)).stop !== undefined) return chat
  return startRun(queries, chat, { begunBy: 'owner', since: now, wakeAt: now, createdAt: now })
}

type StoredRun = ReplyUndo['runs'][number]

/** Restores the runs and replies that an undone reply had cancelled. The chat is locked. */
export async function restoreRuns(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  { runs, unsent }: Pick<ReplyUndo, 'runs' | 'unsent'>,
): Promise<ChatMutation> {
  let restored = chat
  for (const stored of runs) {
    const run = await lockRun(queries, stored.id)
    if (run?.state !== 'cancelled') continue
    const parts = unsent.filter(({ runId }) => runId === run.id)
    restored = isStoredWorking(stored)
      ? await reopenWorkingRun(queries, restored, run, stored)
      : await reopenSayingRun(queries, queue, restored, { run, stored, parts })
  }
  for (const message of unsent.filter(({ runId }) => runId === undefined)) {
    restored = await requeueReply(queries, queue, restored, message)
  }
  return restored
}

const isStoredWorking = ({ state }: StoredRun): boolean =>
  workingStates.some((working) => working === state)

/** Reopens a run that had not answered yet, unless another run is working already. */
async function reopenWorkingRun(
  queries: Queries,
  chat: ChatMutation,
  { id }: RunRow,
  { wakeAt }: StoredRun,
): Promise<ChatMutation> {
  if ((await lockOpenRuns(queries, chat.session.id)).some(isWorking)) return chat
  const at = new Date(Math.max(Date.now(), Date.parse(wakeAt ?? '') || 0))
  const run = await reopenRun(queries, id, { state: 'waiting', wakeAt: at })
  await notify(queries, runsChannel)
  return withRunState(chat, run)
}

interface SayingRun {
  run: RunRow
  stored: StoredRun
  parts: UnsentMessage[]
}

async function reopenSayingRun(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  { run, stored, parts }: SayingRun,
): Promise<ChatMutation> {
  if (stored.state === 'parked') {
    return withRunState(chat, await reopenRun(queries, run.id, { state: 'parked' }))
  }
  // All of its replies were sent before the owner replied.
  if (parts.length === 0) {
    return withRunState(chat, await updateRun(queries, run.id, { state: 'done', stopReason: null }))
  }
  let said = chat
  for (const part of parts) said = await requeueReply(queries, queue, said, part)
  return withRunState(said, await reopenRun(queries, run.id, { state: 'sending' }))
}

function requeueReply(
  queries: Queries,
  queue: Queue,
  chat: ChatMutation,
  { heldUntil, at, ...message }: UnsentMessage,
): Promise<ChatMutation> {
  const times = { heldUntil: new Date(heldUntil), at: new Date(at) }
  return queueReply(queries, queue, chat, { author: 'assistant', ...message, ...times })
}

function reopenRun(queries: Queries, id: string, changes: Partial<RunRow>): Promise<RunRow> {
  return updateRun(queries, id, { stopReason: null, finishedAt: null, ...changes })
}
