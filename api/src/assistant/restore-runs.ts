import { notify } from '@errand/database'

import type { Queries } from '../database/database.ts'
import type { ReplyUndo, UnsentMessage } from '../database/tables/reply-undo.ts'
import type { Queue } from '../queue/queue.ts'
import { runsChannel } from './begin-run.ts'
import { say, showing, type PendingChat } from './pending-chat.ts'
import { resumeChat } from './resume-chat.ts'
import { isWorking, lockOpenRuns, lockRun, updateRun, type RunRow } from './runs.repo.ts'
import { workingStates } from './run-state.ts'
import { releaseParked } from './say-replies.ts'

type StoredRun = ReplyUndo['runs'][number]

interface Cancelled {
  runs: StoredRun[]
  unsent: UnsentMessage[]
  /** Whether the contact has written since. */
  hasNews: boolean
}

/** The assistant goes on with what a reply had cancelled, and answers what came since. The chat is locked. */
export async function restoreRuns(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { runs, unsent, hasNews }: Cancelled,
): Promise<PendingChat> {
  let restored = chat
  for (const stored of runs) {
    const run = await lockRun(queries, stored.id)
    if (run?.state !== 'cancelled') continue
    const parts = unsent.filter(({ runId }) => runId === run.id)
    restored = isStoredWorking(stored)
      ? await thinkAgain(queries, restored, run, stored)
      : await goOnSaying(queries, queue, restored, { run, stored, parts, hasNews })
  }
  for (const message of unsent.filter(({ runId }) => runId === undefined)) {
    restored = await sayAgain(queries, queue, restored, message)
  }
  return hasNews ? resumeChat(queries, restored) : restored
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
  const run = await reopen(queries, id, { state: 'debouncing', turn: null, wakeAt: at })
  await notify(queries, runsChannel)
  return showing(chat, run)
}

interface Speaking {
  run: RunRow
  stored: StoredRun
  parts: UnsentMessage[]
  hasNews: boolean
}

async function goOnSaying(
  queries: Queries,
  queue: Queue,
  chat: PendingChat,
  { run, stored, parts, hasNews }: Speaking,
): Promise<PendingChat> {
  if (stored.state === 'parked') {
    const parked = await reopen(queries, run.id, { state: 'parked' })
    return hasNews ? releaseParked(queries, queue, chat, [parked]) : showing(chat, parked)
  }
  // All of it was on its way before the owner replied.
  if (parts.length === 0) {
    return showing(chat, await updateRun(queries, run.id, { state: 'done', stopReason: null }))
  }
  // The contact has said more before the first word was out, and gets one answer to all of it.
  const isWhole = parts.some(({ runPart }) => runPart === 1)
  if (hasNews && isWhole && run.result?.action === 'continue') return chat
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
