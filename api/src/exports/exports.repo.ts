import type { Export } from '@errand/contract/chats/export'
import { and, eq, gte, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'

import type { Database, Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { exportJobs, files, users } from '../database/schema.ts'
import { publishEvent } from '../events/publish-event.ts'
import { takeTurn } from '../http/rate-limit.ts'
import type { Queue } from '../queue/queue.ts'
import type { ExportRow } from './export-file.ts'

/** For how long a file can be fetched. */
export const keptMs = 7 * 24 * 60 * 60 * 1000
/** What is not made by then is not tried any more. */
const givenUpMs = 60 * 60 * 1000

type NewExport = Pick<ExportRow, 'ownerId' | 'kind' | 'query'>

/** More than anybody needs; each is a file of everything that its owner has. */
const limit = { limit: 60, windowMs: 60 * 60 * 1000 }

/** Has a file made in the background; asking again while it is being made gives the same one. */
export async function startExport(
  database: Database,
  queue: Queue,
  wanted: NewExport,
): Promise<string> {
  await takeTurn(database.queries, { key: `export ${wanted.ownerId}`, ...limit })
  return database.transaction((queries) => findOrAdd(queries, queue, wanted))
}

async function findOrAdd(
  queries: Queries,
  queue: Queue,
  { ownerId, kind, query }: NewExport,
): Promise<string> {
  // Two requests at once wait for each other here.
  await queries
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, ownerId))
    .for('no key update')
  const [same] = await queries
    .select({ id: exportJobs.id })
    .from(exportJobs)
    .where(
      and(
        eq(exportJobs.ownerId, ownerId),
        gte(exportJobs.createdAt, new Date(Date.now() - givenUpMs)),
        eq(exportJobs.kind, kind),
        inArray(exportJobs.status, ['queued', 'running']),
        sql`${exportJobs.query} = ${JSON.stringify(query)}::jsonb`,
      ),
    )
    .limit(1)
  if (same !== undefined) return same.id
  const id = newId('export')
  const row = { id, ownerId, kind, query, status: 'queued', createdAt: new Date() } as const
  await queries.insert(exportJobs).values(row)
  await queue.add(queries, 'export.make', { exportId: id })
  return id
}

/** Deletes the files of the same export that were made before; who has the latest needs no other. */
export async function deleteEarlierFiles(
  queries: Queries,
  { id, ownerId, kind, query }: ExportRow,
): Promise<void> {
  const earlier = queries
    .select({ id: exportJobs.fileId })
    .from(exportJobs)
    .where(
      and(
        eq(exportJobs.ownerId, ownerId),
        eq(exportJobs.kind, kind),
        ne(exportJobs.id, id),
        isNotNull(exportJobs.fileId),
        sql`${exportJobs.query} = ${JSON.stringify(query)}::jsonb`,
      ),
    )
  await queries.delete(files).where(inArray(files.id, earlier))
}

/** Locks the row until the transaction ends. */
export async function lockExport(queries: Queries, id: string): Promise<ExportRow | undefined> {
  const [row] = await queries
    .select()
    .from(exportJobs)
    .where(eq(exportJobs.id, id))
    .for('no key update')
  return row
}

export async function updateExport(
  queries: Queries,
  id: string,
  changes: Partial<Omit<ExportRow, 'id' | 'ownerId' | 'kind' | 'query'>>,
): Promise<void> {
  await queries.update(exportJobs).set(changes).where(eq(exportJobs.id, id))
}

/** Notes how far an export is that is being made; one that was given up stays as it was told. */
export async function noteProgress(queries: Queries, id: string, progress: number): Promise<void> {
  await queries
    .update(exportJobs)
    .set({ progress })
    .where(and(eq(exportJobs.id, id), eq(exportJobs.status, 'running')))
}

/** An export as the contract shows it. */
export async function findExport(
  queries: Queries,
  ownerId: string,
  id: string,
): Promise<{ shown: Export; fileId: string | null; mimeType: string } | undefined> {
  const [row] = await queries
    .select({ made: exportJobs, file: files })
    .from(exportJobs)
    .leftJoin(files, eq(files.id, exportJobs.fileId))
    .where(and(eq(exportJobs.id, id), eq(exportJobs.ownerId, ownerId)))
  if (row === undefined) return undefined
  const { made, file } = row
  const shown = {
    id: made.id,
    status: made.status,
    progress: made.progress,
    fileName: file?.name ?? null,
    bytes: file?.size ?? null,
    createdAt: made.createdAt.toISOString(),
    expiresAt: file?.expiresAt?.toISOString() ?? null,
  }
  return { shown, fileId: made.fileId, mimeType: file?.mimeType ?? '' }
}

const before = (now: Date, ms: number) => lte(exportJobs.createdAt, new Date(now.getTime() - ms))

/** Forgets exports with their files. */
export async function sweepExports(queries: Queries, now: Date): Promise<void> {
  await queries.delete(exportJobs).where(before(now, keptMs + givenUpMs))
}

/** Gives up what was tried for long enough, and tells who waits for it. */
export async function failStaleExports(database: Database, now: Date): Promise<void> {
  const isStale = and(inArray(exportJobs.status, ['queued', 'running']), before(now, givenUpMs))
  const stale = await database.queries.select({ id: exportJobs.id }).from(exportJobs).where(isStale)
  for (const { id } of stale) {
    await database.transaction(async (queries) => {
      const [failed] = await queries
        .update(exportJobs)
        .set({ status: 'failed', finishedAt: now })
        .where(and(eq(exportJobs.id, id), isStale))
        .returning({ ownerId: exportJobs.ownerId })
      if (failed !== undefined) await tellOfExport(queries, failed.ownerId, id)
    })
  }
}

/** Tells of an export that has come to its end, good or bad. */
export async function tellOfExport(queries: Queries, ownerId: string, id: string): Promise<void> {
  const found = await findExport(queries, ownerId, id)
  await publishEvent(queries, { ownerId, type: 'export.ready', data: { export: found?.shown } })
}
