import { and, eq, lt } from 'drizzle-orm'

import type { Database, Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { generations } from '../../database/schema.ts'
import { publishEvent } from '../../events/publish-event.ts'

type GenerationRow = typeof generations.$inferSelect
type Outcome = Pick<GenerationRow, 'result' | 'problem'>

/** For how long what came of it can be read. */
const keptMs = 24 * 60 * 60 * 1000

/** Notes that a draft is being written which nobody waits for any more. */
export async function insertGeneration(queries: Queries, ownerId: string): Promise<string> {
  const id = newId('generation')
  await queries.insert(generations).values({ id, ownerId, createdAt: new Date() })
  return id
}

export async function findGeneration(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<GenerationRow | undefined> {
  const [row] = await queries
    .select()
    .from(generations)
    .where(and(eq(generations.id, id), eq(generations.ownerId, ownerId)))
  return row
}

/** Keeps what came of it, and tells the owner's pages. */
export async function finishGeneration(
  database: Database,
  { id, ownerId, ...outcome }: { id: string; ownerId: string } & Partial<Outcome>,
): Promise<void> {
  await database.transaction(async (queries) => {
    const [row] = await queries
      .update(generations)
      .set({ ...outcome, finishedAt: new Date() })
      .where(eq(generations.id, id))
      .returning({ id: generations.id })
    // Gone with its owner.
    if (row === undefined) return
    const status = outcome.problem === undefined ? 'done' : 'failed'
    await publishEvent(queries, {
      ownerId,
      type: 'generation.done',
      data: { generationId: id, status },
    })
  })
}

export async function sweepGenerations(queries: Queries, now: Date): Promise<void> {
  await queries
    .delete(generations)
    .where(lt(generations.createdAt, new Date(now.getTime() - keptMs)))
}
