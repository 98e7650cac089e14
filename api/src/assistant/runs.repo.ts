import { and, asc, count, desc, eq, gte, inArray, isNotNull, lte, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { assistantRuns } from '../database/schema.ts'
import { openStates, workingStates } from './run-state.ts'

export type RunRow = typeof assistantRuns.$inferSelect
type NewRun = Omit<typeof assistantRuns.$inferInsert, 'id'>

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
  changes: Partial<NewRun>,
): Promise<RunRow> {
  const [row] = await queries
    .update(assistantRuns)
    .set(changes)
    .where(eq(assistantRuns.id, id))
    .returning()
  if (row === undefined) throw new Error(`No run ${id} to change`)
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

/** The runs of a chat that one can still put an end to, oldest first. */
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

/** The runs that somebody has to look at next, with when; the one that waits longest first. */
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

/** Has a run looked at later that is due before then; one that somebody works on keeps its lease. */
export async function postponeRun(queries: Queries, id: string, until: Date): Promise<void> {
  await queries
    .update(assistantRuns)
    .set({ wakeAt: until })
    .where(and(eq(assistantRuns.id, id), lte(assistantRuns.wakeAt, until)))
}

const hasAnswered = inArray(assistantRuns.state, ['sending', 'done'])

/** The place in the chat up to which the assistant has answered; 0 before its first answer. */
export async function answeredUpTo(queries: Queries, sessionId: string): Promise<number> {
  const [row] = await queries
    .select({ seqTo: assistantRuns.seqTo })
    .from(assistantRuns)
    .where(and(eq(assistantRuns.sessionId, sessionId), hasAnswered))
    .orderBy(desc(assistantRuns.seqTo))
    .limit(1)
  return row?.seqTo ?? 0
}

/** Whether the contact was shown the answers of a chat as they stand in this version. */
export async function wasShown(
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

/** How often the assistant has spoken in the chat, at all and since a moment. */
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

/** How many runs were begun since then, by their state. */
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

/** The run that waits or works in a chat, if there is one. */
export const isWorking = ({ state }: RunRow): boolean =>
  workingStates.some((working) => working === state)
