import type { Answer } from '@errand/contract/call'
import { holdAssistantCall, listRunsCall, type AssistantRun } from '@errand/contract/chats/run'
import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import type { OwnerCalls } from '../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../platform/database/database.ts'
import { assistantRuns, messages } from '../../platform/database/schema.ts'
import { readTimeCursor, toTimePage } from '../../platform/http/cursor.ts'
import { answersAt, toRunState, type RunRow } from '../chats/runs.ts'
import {
  findSession,
  lockSession,
  requireChat,
  updateSession,
} from '../chats/sessions/sessions.repo.ts'

/** /api/chats/sessions/{id}/runs: the runs of the assistant in a chat. */
export function runsRoutes(on: OwnerCalls, { database }: { database: Database }) {
  on(listRunsCall, {
    summary: 'List what the assistant did in a chat',
    leaves: 'nothing',
    description:
      'Newest first: what it read, what it said and why, what the model took; or why it did not ' +
      'answer. With `messageId` the run that says this message.',
  }).answer(({ query, ...chat }) => listRuns(database.queries, chat, query))
  on(holdAssistantCall, {
    summary: 'Have the assistant wait while the owner writes',
    leaves: 'nothing',
    description: 'For 30 seconds; repeat it while the owner writes. A reply takes over the chat.',
  }).answer(async (chat) => {
    const until = await database.transaction((queries) => holdWhileTyping(queries, chat))
    return { success: true, heldUntil: until.toISOString() }
  })
}

interface ChatId {
  ownerId: string
  id: string
}

/** The runs of a chat, newest first: what the assistant replied, or why it did not. */
async function listRuns(
  queries: Queries,
  { ownerId, id: sessionId }: ChatId,
  { limit, cursor, messageId }: z.output<(typeof listRunsCall)['query']>,
): Promise<Answer<typeof listRunsCall>> {
  requireChat(await findSession(queries, ownerId, sessionId))
  const position = readTimeCursor(cursor, { kind: 'run' })
  const { id, createdAt } = assistantRuns
  const isAfter =
    position && sql`(${createdAt}, ${id}) < (${sql.param(position.at, createdAt)}, ${position.id})`
  const rows = await queries
    .select()
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), isAfter, isRunOfMessage(queries, messageId)))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const parts = await listParts(queries, { sessionId, runs: rows.slice(0, limit) })
  return toTimePage(rows, limit, {
    toItem: (row) => toRun(row, parts.get(row.id) ?? []),
    positionOf: (row) => ({ at: row.createdAt, id: row.id }),
  })
}

function isRunOfMessage(queries: Queries, messageId: string | undefined): SQL | undefined {
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
    state: toRunState(state),
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

/** For how long the assistant waits for an owner who is typing. */
const holdMs = 30_000

/** The owner is typing in a chat: the assistant waits until then. */
async function holdWhileTyping(queries: Queries, { ownerId, id }: ChatId): Promise<Date> {
  requireChat(await lockSession(queries, ownerId, id))
  const until = new Date(Date.now() + holdMs)
  // No event, because no page shows this.
  await updateSession(queries, id, { changes: { ownerTypesUntil: until }, events: 0 })
  return until
}
