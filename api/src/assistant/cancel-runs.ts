import type { RunStopReason } from '@errand/contract/chats/run'

import type { Queries } from '../database/database.ts'
import type { Happened } from '../chats/publish-chat.ts'
import { toldOf } from './run-event.ts'
import { lockOpenRuns, updateRun, type RunRow } from './runs.repo.ts'

/** Nothing more comes of what the assistant is about to say; answers the runs as they were. The chat is locked. */
export async function cancelRuns(
  queries: Queries,
  sessionId: string,
  reason: RunStopReason,
): Promise<{ runs: RunRow[]; happened: Happened[] }> {
  const happened: Happened[] = []
  const runs = await lockOpenRuns(queries, sessionId)
  for (const run of runs) {
    happened.push(toldOf(await cancelRun(queries, run, reason)))
  }
  return { runs, happened }
}

/** As above, for one run that is locked. */
export function cancelRun(queries: Queries, run: RunRow, reason: RunStopReason): Promise<RunRow> {
  return updateRun(queries, run.id, {
    state: 'cancelled',
    stopReason: reason,
    wakeAt: null,
    lease: null,
    finishedAt: new Date(),
  })
}
