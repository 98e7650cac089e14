import type { RunStopReason } from '@errand/contract/chats/run'
import { notify } from '@errand/database'

import { readContact } from '../chats/contacts/contacts.repo.ts'
import type { ContactRow, MessageRow } from '../chats/rows.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { ReplyUndo, UnsentMessage } from '../../platform/database/tables/messages.ts'
import { answerLocaleOf } from '../answers/reading.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { checkMessage } from './gate-facts.ts'
import { latestDeliveryMs } from './gate.ts'
import { keepStop } from './no-answer.ts'
import { after, say, showing, type PendingChat } from '../chats/pending-chat.ts'
import { readAsked, replyAt } from './reply-wait.ts'
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
import { releaseParked } from './say-replies.ts'
import { listUnanswered, onlyAnswers, readReaction } from './unanswered.ts'

/** The channel of the database on which workers hear that there is a run to look at. */
export const runsChannel = 'assistant_runs'

interface Written {
  chat: PendingChat
  contact: ContactRow
  /** What the contact has just written. */
  message: MessageRow
  /** It was written before, and says something else now. */
  isEdited?: boolean
  /** It is of a kind that cannot be read: the contact is asked once to say it in words. */
  asksForWords?: boolean
  /** When we were told of it, which may be a while ago where there is much to do. */
  receivedAt: Date
}

/**
 * The contact has written: the assistant will answer when that is done, once for all that comes
 * until then; or it does not, and whoever should hear why does. The chat is locked.
 */
export async function beginRun(
  queries: Queries,
  queue: Queue,
  { chat, contact, message: written, receivedAt, isEdited = false, asksForWords = false }: Written,
): Promise<PendingChat> {
  const [message] = written.type === 'reaction' ? await readReaction(queries, written) : [written]
  if (message === undefined) return chat
  const now = new Date()
  const session = after(chat)
  const begunBy = 'contact'
  const wasNew = receivedAt.getTime() - message.createdAt.getTime() <= latestDeliveryMs
  const asked = { session, contact, inbound: [message], wasNew, asksForWords }
  const { stop, preferences } = await checkMessage(queries, asked)
  const open = await lockOpenRuns(queries, session.id)
  const working = open.find(isWorking)
  if (stop !== undefined) {
    // What came before it is answered all the same.
    if (working !== undefined && isOfMessage(stop.reason)) return chat
    const stopped = await overtaken(queries, chat, working, stop.reason)
    return keepStop(queries, queue, { chat: stopped, message, stop, preferences })
  }
  const released = await releaseParked(queries, queue, chat, open)
  const unanswered = working === undefined ? [] : await listUnanswered(queries, session.id)
  const isWaiting = working?.state === 'waiting'
  const since = working?.since ?? now
  const wakeAt = replyAt({
    asked: await readAsked(queries, session.id),
    burst: unanswered.length === 0 ? [message] : unanswered,
    usualMs: preferences.assistant.debounceSeconds * 1000,
    place: answerLocaleOf(preferences.business),
    ...(isWaiting && { dueAt: working.wakeAt }),
    since,
    now,
  })
  if (isWaiting) return waitOn(queries, released, working, wakeAt)
  const before = await overtaken(queries, released, working, 'newer_message')
  if (written.type !== 'reaction' && written.providerId !== null) {
    await queue.add(queries, 'receipt.send', { messageId: written.id, isTyping: true })
  }
  const moments = { since, wakeAt, createdAt: now }
  return startRun(queries, before, { begunBy, ...moments, ...(isEdited && { seq: message.seq }) })
}

/** A run that a worker takes when its time has come: it answers what nobody has, or that one message. */
async function startRun(
  queries: Queries,
  chat: PendingChat,
  { seq = null, ...begun }: Begun,
): Promise<PendingChat> {
  const { ownerId, id: sessionId, jobVersion } = after(chat)
  await notify(queries, runsChannel)
  const about = { ownerId, sessionId, jobVersion, seqFrom: seq, seqTo: seq }
  return showing(chat, await insertRun(queries, { ...about, ...begun, state: 'waiting' }))
}

type Begun = Pick<RunRow, 'begunBy' | 'since' | 'wakeAt' | 'createdAt'> & { seq?: number | null }

/** What the assistant knew of a message is out of date, and nobody is about to write more: it begins anew at once. */
export async function goOn(
  queries: Queries,
  chat: PendingChat,
  { message: { seq }, working }: { message: MessageRow; working: RunRow | undefined },
): Promise<PendingChat> {
  const now = new Date()
  const before = await overtaken(queries, chat, working, 'newer_message')
  const { begunBy = 'contact', since = now } = working ?? {}
  return startRun(queries, before, { begunBy, since, seq, wakeAt: now, createdAt: now })
}

/** Reasons that lie in the message alone and say nothing of those before it. */
const isOfMessage = (reason: RunStopReason): boolean =>
  reason === 'voice_note' || reason === 'nothing_to_read' || reason === 'too_old'

async function waitOn(
  queries: Queries,
  chat: PendingChat,
  run: RunRow,
  wakeAt: Date,
): Promise<PendingChat> {
  await notify(queries, runsChannel)
  return showing(chat, await updateRun(queries, run.id, { wakeAt }))
}

/** What was thought so far is out of date. */
async function overtaken(
  queries: Queries,
  chat: PendingChat,
  run: RunRow | undefined,
  reason: RunStopReason,
): Promise<PendingChat> {
  return run === undefined ? chat : showing(chat, await cancelRun(queries, run, reason))
}

/**
 * The assistant has the chat again: what nobody has answered in the meantime it answers now, however
 * long ago that was written. The chat is locked.
 */
export async function resumeChat(queries: Queries, chat: PendingChat): Promise<PendingChat> {
  const session = after(chat)
  if (session.handler !== 'assistant' || session.status !== 'active') return chat
  const inbound = await onlyAnswers(queries, await listUnanswered(queries, session.id))
  if (inbound.length === 0) return chat
  if ((await lockOpenRuns(queries, session.id)).some(isWorking)) return chat
  const now = new Date()
  const contact = await readContact(queries, session.contactId)
  const asked = { session, contact, inbound, isWantedByOwner: true }
  if ((await checkMessage(queries, asked)).stop !== undefined) return chat
  return startRun(queries, chat, { begunBy: 'owner', since: now, wakeAt: now, createdAt: now })
}

type StoredRun = ReplyUndo['runs'][number]

/** The assistant goes on with what a reply had cancelled. The chat is locked. */
export async function restoreRuns(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { runs, unsent }: Pick<ReplyUndo, 'runs' | 'unsent'>,
): Promise<PendingChat> {
  let restored = chat
  for (const stored of runs) {
    const run = await lockRun(queries, stored.id)
    if (run?.state !== 'cancelled') continue
    const parts = unsent.filter(({ runId }) => runId === run.id)
    restored = isStoredWorking(stored)
      ? await thinkAgain(queries, restored, run, stored)
      : await goOnSaying(queries, queue, restored, { run, stored, parts })
  }
  for (const message of unsent.filter(({ runId }) => runId === undefined)) {
    restored = await sayAgain(queries, queue, restored, message)
  }
  return restored
}

const isStoredWorking = ({ state }: StoredRun): boolean =>
  workingStates.some((working) => working === state)

/** It answers everything that is unanswered by then, unless another run does so already. */
async function thinkAgain(
  queries: Queries,
  chat: PendingChat,
  { id }: RunRow,
  { wakeAt }: StoredRun,
): Promise<PendingChat> {
  if ((await lockOpenRuns(queries, chat.session.id)).some(isWorking)) return chat
  const at = new Date(Math.max(Date.now(), Date.parse(wakeAt ?? '') || 0))
  const run = await reopen(queries, id, { state: 'waiting', wakeAt: at })
  await notify(queries, runsChannel)
  return showing(chat, run)
}

interface Speaking {
  run: RunRow
  stored: StoredRun
  parts: UnsentMessage[]
}

async function goOnSaying(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { run, stored, parts }: Speaking,
): Promise<PendingChat> {
  if (stored.state === 'parked') {
    return showing(chat, await reopen(queries, run.id, { state: 'parked' }))
  }
  // All of it was on its way before the owner replied.
  if (parts.length === 0) {
    return showing(chat, await updateRun(queries, run.id, { state: 'done', stopReason: null }))
  }
  let said = chat
  for (const part of parts) said = await sayAgain(queries, queue, said, part)
  return showing(said, await reopen(queries, run.id, { state: 'sending' }))
}

function sayAgain(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { heldUntil, at, ...message }: UnsentMessage,
): Promise<PendingChat> {
  const times = { heldUntil: new Date(heldUntil), at: new Date(at) }
  return say(queries, queue, chat, { author: 'assistant', ...message, ...times })
}

function reopen(queries: Queries, id: string, changes: Partial<RunRow>): Promise<RunRow> {
  return updateRun(queries, id, { stopReason: null, finishedAt: null, ...changes })
}
