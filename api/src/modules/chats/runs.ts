import type { AssistantRunState, RunStopReason } from '@errand/contract/chats/run'
import type { RunState } from '@errand/contract/chats/session'
import { and, asc, count, eq, gte, inArray, isNotNull, lte, notExists, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { assistantRuns, chatSessions, messages } from '../../platform/database/schema.ts'
import type { StoredRunState } from '../../platform/database/tables/assistant.ts'
import type { Usage } from '../ai/ai-provider.ts'
import type { ChatEvent } from './commit-chat-changes.ts'
import type { MessageRow, SessionRow } from './rows.ts'
import { isOwnSession, type SessionChanges } from './sessions/sessions.repo.ts'

export type RunRow = typeof assistantRuns.$inferSelect
type NewRun = Omit<typeof assistantRuns.$inferInsert, 'id'>
export type RunChanges = Partial<NewRun>

export async function insertRun(queries: Queries, run: NewRun): Promise<RunRow> {
  const [row] = await queries
    .insert(assistantRuns)
    .values({ id: newId('run'), ...run })
    .returning()
  if (row === undefined) throw new Error(`The run in ${run.sessionId} was not stored`)
  return row
}

export async function updateRun(
  queries: Queries,
  id: string,
  changes: RunChanges,
): Promise<RunRow> {
  const [row] = await queries
    .update(assistantRuns)
    .set(changes)
    .where(eq(assistantRuns.id, id))
    .returning()
  if (row === undefined) throw new Error(`No run ${id} to change`)
  return row
}

/** Changes a run if this attempt still owns it; undefined if another worker has claimed it. */
export async function updateCurrentAttempt(
  queries: Queries,
  { id, attempt }: Pick<RunRow, 'id' | 'attempt'>,
  changes: RunChanges,
): Promise<RunRow | undefined> {
  const { id: runId, attempt: last, state } = assistantRuns
  const [row] = await queries
    .update(assistantRuns)
    .set(changes)
    .where(and(eq(runId, id), eq(last, attempt), eq(state, 'thinking')))
    .returning()
  return row
}

/** Locks the row until the transaction ends; its chat has to be locked already. */
export async function lockRun(queries: Queries, id: string): Promise<RunRow | undefined> {
  const [row] = await queries
    .select()
    .from(assistantRuns)
    .where(eq(assistantRuns.id, id))
    .for('no key update')
  return row
}

/** Locks the chat of a run before the run, as everywhere, so that two transactions cannot deadlock. */
export async function lockChatAndRun(
  queries: Queries,
  { id, ownerId, sessionId }: Pick<RunRow, 'id' | 'ownerId' | 'sessionId'>,
): Promise<{ session: SessionRow; run: RunRow } | undefined> {
  const [locked] = await queries
    .select({ session: chatSessions, run: assistantRuns })
    .from(chatSessions)
    .innerJoin(assistantRuns, eq(assistantRuns.sessionId, chatSessions.id))
    .where(and(isOwnSession(ownerId, sessionId), eq(assistantRuns.id, id)))
    .for('no key update')
  return locked
}

/** Locks the runs of a chat that can still be cancelled, oldest first. */
export function lockOpenRuns(queries: Queries, sessionId: string): Promise<RunRow[]> {
  return queries
    .select()
    .from(assistantRuns)
    .where(
      and(eq(assistantRuns.sessionId, sessionId), inArray(assistantRuns.state, [...openStates])),
    )
    .orderBy(asc(assistantRuns.createdAt), asc(assistantRuns.id))
    .for('no key update')
}

/** The next runs that are due, with their times, the earliest first. */
export async function listNextRuns(
  queries: Queries,
  limit: number,
): Promise<(Pick<RunRow, 'id' | 'ownerId' | 'sessionId'> & { wakeAt: Date })[]> {
  const { id, ownerId, sessionId, wakeAt } = assistantRuns
  const rows = await queries
    .select({ id, ownerId, sessionId, wakeAt })
    .from(assistantRuns)
    .where(isNotNull(wakeAt))
    .orderBy(asc(wakeAt))
    .limit(limit)
  return rows.flatMap(({ wakeAt: at, ...run }) => (at === null ? [] : [{ ...run, wakeAt: at }]))
}

/** Defers a run that is due before then; the lease of a run that a worker has claimed is not shortened. */
export async function postponeRun(queries: Queries, id: string, until: Date): Promise<void> {
  await queries
    .update(assistantRuns)
    .set({ wakeAt: until })
    .where(and(eq(assistantRuns.id, id), lte(assistantRuns.wakeAt, until)))
}

const hasAnswered = inArray(assistantRuns.state, ['sending', 'done'])

/** Selects the `seq` of the last message that the assistant has answered; 0 before its first reply. */
export const selectAnsweredSeq = (queries: Queries, sessionId: string) =>
  queries
    .select({ seq: sql<number>`coalesce(max(${assistantRuns.seqTo}), 0)` })
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), hasAnswered))

/** Whether the contact was shown the answers of a chat in this version. */
export async function wereAnswersShown(
  queries: Queries,
  sessionId: string,
  version: number,
): Promise<boolean> {
  const { id, result } = assistantRuns
  const isOfVersion = sql`(${result} ->> 'confirms')::int = ${version}`
  const [row] = await queries
    .select({ id })
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), hasAnswered, isOfVersion))
    .limit(1)
  return row !== undefined
}

/** How often the assistant has replied in the chat, in total and since a given time. */
export async function countTurns(
  queries: Queries,
  sessionId: string,
  since: Date,
): Promise<{ all: number; recent: number }> {
  const recent = sql<number>`count(*) filter (where ${gte(assistantRuns.createdAt, since)})::int`
  const [row] = await queries
    .select({ all: count(), recent })
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), hasAnswered))
  return row ?? { all: 0, recent: 0 }
}

/** How many runs were started since then, by state. */
export function countRuns(
  queries: Queries,
  since: Date,
): Promise<{ state: RunRow['state']; total: number }[]> {
  const { state, createdAt } = assistantRuns
  return queries
    .select({ state, total: count() })
    .from(assistantRuns)
    .where(gte(createdAt, since))
    .groupBy(state)
}

/** Whether a run waits or is being worked on. */
export const isWorking = ({ state }: RunRow): boolean =>
  workingStates.some((working) => working === state)

/** States in which no other run may be started in the same chat. */
export const workingStates = ['waiting', 'thinking'] as const

/** States in which a run can still be cancelled. */
const openStates = [...workingStates, 'sending', 'parked'] as const

const shownStates: Record<StoredRunState, RunState> = {
  waiting: 'debouncing',
  thinking: 'thinking',
  sending: 'sending',
  parked: 'idle',
  done: 'idle',
  cancelled: 'idle',
  error: 'error',
}

/** The state of a run as the chat shows it. */
export const toShownRunState = (state: StoredRunState): RunState => shownStates[state]

/** The contract's name of a state. */
export const toRunState = (state: StoredRunState): AssistantRunState =>
  state === 'waiting' ? 'debouncing' : state

/** The event that shows a run to open pages. */
export const toRunEvent = ({ id, state, wakeAt, stopReason }: RunRow): ChatEvent => ({
  type: 'run.state',
  run: { id, state: toRunState(state), answersAt: answersAt({ state, wakeAt }), stopReason },
})

/** When the run will answer, while it waits for the contact to finish writing. */
export const answersAt = ({ state, wakeAt }: Pick<RunRow, 'state' | 'wakeAt'>): string | null =>
  state === 'waiting' ? (wakeAt?.toISOString() ?? null) : null

/** Cancels the open runs of a locked chat; returns them as they were before. */
export async function cancelRuns(
  queries: Queries,
  sessionId: string,
  reason: RunStopReason,
): Promise<{ runs: RunRow[]; events: ChatEvent[] }> {
  const events: ChatEvent[] = []
  const runs = await lockOpenRuns(queries, sessionId)
  for (const run of runs) {
    events.push(toRunEvent(await cancelRun(queries, run, reason)))
  }
  return { runs, events }
}

/** Cancels one run, which is locked. */
export function cancelRun(
  queries: Queries,
  run: RunRow,
  reason: RunStopReason,
  changes: RunChanges = {},
): Promise<RunRow> {
  return updateRun(queries, run.id, {
    ...changes,
    state: 'cancelled',
    stopReason: reason,
    wakeAt: null,
    finishedAt: new Date(),
  })
}

/** Called when a reply of a run was sent or has failed; finishes the run if it was the last one. */
export async function finishSentRun(
  queries: Queries,
  session: SessionRow,
  { runId }: MessageRow,
): Promise<{ changes: SessionChanges; events: ChatEvent[] }> {
  const nothing = { changes: {}, events: [] }
  if (runId === null) return nothing
  const waiting = queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, session.id),
        eq(messages.runId, runId),
        eq(messages.status, 'queued'),
      ),
    )
  const { id, state } = assistantRuns
  const [done] = await queries
    .update(assistantRuns)
    .set({ state: 'done', finishedAt: new Date() })
    .where(and(eq(id, runId), eq(state, 'sending'), notExists(waiting)))
    .returning()
  if (done === undefined) return nothing
  // The chat may show the next run already.
  const changes = session.run === 'sending' ? { run: 'idle' as const } : {}
  return { changes, events: [toRunEvent(done)] }
}

/** The tokens and the time of a call of the model. */
export interface ModelUsage {
  usage: Usage
  latencyMs: number
}

/** The usage of a run, whose row is locked, with one more call of the model. */
export const withSpent = (
  { inputTokens, outputTokens, latencyMs }: RunRow,
  { usage, latencyMs: took }: ModelUsage,
): Pick<RunRow, 'inputTokens' | 'outputTokens' | 'latencyMs'> => ({
  inputTokens: inputTokens + usage.inputTokens,
  outputTokens: outputTokens + usage.outputTokens,
  latencyMs: (latencyMs ?? 0) + took,
})

/** Records the usage of a call of the model, also if its result is dropped. */
export async function recordUsage(
  queries: Queries,
  runId: string,
  { usage, latencyMs }: ModelUsage,
): Promise<void> {
  const { id, inputTokens, outputTokens, latencyMs: took } = assistantRuns
  await queries
    .update(assistantRuns)
    .set({
      inputTokens: sql`${inputTokens} + ${usage.inputTokens}`,
      outputTokens: sql`${outputTokens} + ${usage.outputTokens}`,
      latencyMs: sql`coalesce(${took}, 0) + ${latencyMs}`,
    })
    .where(eq(id, runId))
}
