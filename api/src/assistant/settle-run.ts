import { and, count, eq } from 'drizzle-orm'

import type { Happened } from '../chats/publish-chat.ts'
import type { SessionChanges } from '../chats/sessions/sessions.repo.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { messages } from '../database/schema.ts'
import { toldOf } from './run-event.ts'
import { nextRun } from './run-state.ts'
import { lockRun, updateRun } from './runs.repo.ts'

/** A part of what a run says has left, or cannot; with the last one the run is over. */
export async function settleRun(
  queries: Queries,
  session: SessionRow,
  { runId }: MessageRow,
): Promise<{ changes: SessionChanges; happened: Happened[] }> {
  const nothing = { changes: {}, happened: [] }
  const run = runId === null ? undefined : await lockRun(queries, runId)
  if (run === undefined) return nothing
  const state = nextRun(run.state, 'send')
  if (state === 'refused') return nothing
  const [left] = await queries
    .select({ total: count() })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, session.id),
        eq(messages.runId, run.id),
        eq(messages.status, 'queued'),
      ),
    )
  if ((left?.total ?? 0) > 0) return nothing
  const done = await updateRun(queries, run.id, { state, finishedAt: new Date() })
  // Meanwhile it may be thinking of the next answer.
  const changes = session.run === 'sending' ? { run: 'idle' as const } : {}
  return { changes, happened: [toldOf(done)] }
}
