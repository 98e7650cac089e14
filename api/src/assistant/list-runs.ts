import type { AssistantRun, listRunsQuerySchema, runListSchema } from '@errand/contract/chats/run'
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { noSuchChat } from '../chats/reply/lock-chat.ts'
import { findSession } from '../chats/sessions/sessions.repo.ts'
import type { Queries } from '../database/database.ts'
import { assistantRuns, messages } from '../database/schema.ts'
import { readTimeCursor, toTimePage } from '../http/cursor.ts'
import { answersAt } from './run-event.ts'
import type { RunRow } from './runs.repo.ts'

/** What the assistant has done in a chat, newest first: why it said what it said, and why nothing. */
export async function listRuns(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
  { limit, cursor, messageId }: z.output<typeof listRunsQuerySchema>,
): Promise<z.output<typeof runListSchema>> {
  const session = await findSession(queries, ownerId, sessionId)
  if (session === undefined) throw noSuchChat()
  const position = readTimeCursor(cursor, { kind: 'run' })
  const { id, createdAt } = assistantRuns
  const isAfter =
    position && sql`(${createdAt}, ${id}) < (${sql.param(position.at, createdAt)}, ${position.id})`
  const rows = await queries
    .select()
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), isAfter, says(queries, messageId)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const parts = await listParts(queries, { sessionId, runs: rows.slice(0, limit) })
  return toTimePage(rows, limit, {
    toItem: (row) => toRun(row, parts.get(row.id) ?? []),
    positionOf: (row) => ({ at: row.createdAt, id: row.id }),
  })
}

function says(queries: Queries, messageId: string | undefined): SQL | undefined {
  if (messageId === undefined) return undefined
  const run = queries
    .select({ id: messages.runId })
    .from(messages)
    .where(eq(messages.id, messageId))
  return inArray(assistantRuns.id, run)
}

async function listParts(
  queries: Queries,
  { sessionId, runs }: { sessionId: string; runs: RunRow[] },
): Promise<Map<string | null, string[]>> {
  if (runs.length === 0) return new Map()
  const ids = runs.map(({ id }) => id)
  const rows = await queries
    .select({ id: messages.id, runId: messages.runId })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), inArray(messages.runId, ids)))
    .orderBy(asc(messages.seq))
  const byRun = Map.groupBy(rows, ({ runId }) => runId)
  return new Map([...byRun].map(([runId, parts]) => [runId, parts.map(({ id }) => id)]))
}

function toRun(row: RunRow, messageIds: string[]): AssistantRun {
  const { id, sessionId, state, stopReason, seqFrom, seqTo, jobVersion, attempt } = row
  const { provider, model, inputTokens, outputTokens, latencyMs, result, error } = row
  return {
    id,
    sessionId,
    state,
    stopReason,
    seqFrom,
    seqTo,
    jobVersion,
    attempt,
    provider,
    model,
    inputTokens,
    outputTokens,
    latencyMs,
    result,
    error,
    messageIds,
    answersAt: answersAt(row),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
