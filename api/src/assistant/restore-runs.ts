import { notify } from '@errand/database'

import type { Queries } from '../database/database.ts'
import type { ReplyUndo, UnsentMessage } from '../database/tables/messages.ts'
import type { Queue } from '../queue/queue.ts'
import { runsChannel } from './begin-run.ts'
import { say, showing, type PendingChat } from './pending-chat.ts'
import { isWorking, lockOpenRuns, lockRun, updateRun, type RunRow } from './runs.repo.ts'
import { workingStates } from './run-state.ts'

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
  const run = await reopen(queries, id, { state: 'debouncing', turn: null, wakeAt: at })
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
