import { notify } from '@errand/database'
import type { RunStopReason } from '@errand/contract/chats/run'
import { longestDebounceSeconds } from '@errand/contract/settings'

import type { ContactRow, MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import type { Queue } from '../queue/queue.ts'
import { cancelRun } from './cancel-runs.ts'
import { gate, latestDeliveryMs } from './gate.ts'
import { readGateFacts } from './gate-facts.ts'
import { keepStop } from './keep-stop.ts'
import { after, showing, type PendingChat } from './pending-chat.ts'
import { readReaction } from './reaction-answers.ts'
import { insertRun, isWorking, lockOpenRuns, updateRun, type RunRow } from './runs.repo.ts'
import { releaseParked } from './say-replies.ts'

/** The channel of the database on which workers hear that there is a run to look at. */
export const runsChannel = 'assistant_runs'

/** For how long somebody who sends a picture may be about to say what it is. */
const mediaMs = 3_000
/** However much somebody writes, after this time he gets an answer. */
const longestMs = longestDebounceSeconds * 1000

interface Written {
  chat: PendingChat
  contact: ContactRow
  /** What the contact has just written. */
  message: MessageRow
  /** It was written before, and says something else now. */
  isEdited?: boolean
  /** When we were told of it, which may be a while ago where there is much to do. */
  receivedAt: Date
}

/**
 * The contact has written: the assistant will answer when he is done, once for all that he writes
 * until then; or it does not, and whoever should hear why does. The chat is locked.
 */
export async function beginRun(
  queries: Queries,
  queue: Queue,
  { chat, contact, message: written, receivedAt, isEdited = false }: Written,
): Promise<PendingChat> {
  const [message] = written.type === 'reaction' ? await readReaction(queries, written) : [written]
  if (message === undefined) return chat
  const now = new Date()
  const session = after(chat)
  const begunBy = 'contact'
  const wasNew = receivedAt.getTime() - message.createdAt.getTime() <= latestDeliveryMs
  const asked = { session, contact, inbound: [message], begunBy, wasNew, now } as const
  const { facts, preferences } = await readGateFacts(queries, asked)
  const verdict = gate(facts)
  const open = await lockOpenRuns(queries, session.id)
  const working = open.find(isWorking)
  if (!verdict.isOpen) {
    // What came before it is answered all the same.
    if (working !== undefined && isOfMessage(verdict.reason)) return chat
    const stopped =
      working === undefined ? chat : await overtaken(queries, chat, working, verdict.reason)
    return keepStop(queries, queue, { chat: stopped, message, verdict, preferences })
  }
  const released = await releaseParked(queries, queue, chat, open)
  const quietMs = quietMsOf(message, preferences.assistant.debounceSeconds * 1000)
  const wakeAt = new Date(now.getTime() + quietMs)
  await notify(queries, runsChannel)
  if (working?.state === 'debouncing') return waitOn(queries, released, working, wakeAt)
  const before =
    working === undefined ? released : await overtaken(queries, released, working, 'newer_message')
  const since = working?.since ?? now
  const run = await insertRun(queries, {
    ownerId: session.ownerId,
    sessionId: session.id,
    state: 'debouncing',
    begunBy,
    jobVersion: session.jobVersion,
    ...(isEdited && { seqFrom: message.seq, seqTo: message.seq }),
    since,
    wakeAt: atMost(wakeAt, since, now),
    createdAt: now,
  })
  return showing(before, run)
}

/** Reasons that lie in the message alone and say nothing of those before it. */
const isOfMessage = (reason: RunStopReason): boolean =>
  reason === 'voice_note' || reason === 'nothing_to_read' || reason === 'too_old'

const quietMsOf = ({ type }: MessageRow, usualMs: number): number =>
  type === 'text' || type === 'interactive' ? usualMs : Math.min(usualMs, mediaMs)

async function waitOn(
  queries: Queries,
  chat: PendingChat,
  run: RunRow,
  wakeAt: Date,
): Promise<PendingChat> {
  const later = run.wakeAt !== null && run.wakeAt > wakeAt ? run.wakeAt : wakeAt
  const moved = await updateRun(queries, run.id, { wakeAt: atMost(later, run.since, new Date()) })
  return showing(chat, moved)
}

/** What was thought so far is out of date. */
async function overtaken(
  queries: Queries,
  chat: PendingChat,
  run: RunRow,
  reason: RunStopReason,
): Promise<PendingChat> {
  return showing(chat, await cancelRun(queries, run, reason))
}

/** Not later than the longest wait allows, which may be over already. */
function atMost(wakeAt: Date, since: Date, now: Date): Date {
  const latest = Math.max(now.getTime(), since.getTime() + longestMs)
  return wakeAt.getTime() > latest ? new Date(latest) : wakeAt
}
