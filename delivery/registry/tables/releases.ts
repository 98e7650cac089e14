import { and, desc, eq } from 'drizzle-orm'

import { releaseSchema, type Release } from '../../releases/release.ts'
import type { Queries } from './definition.ts'
import { releases } from './schema.ts'

/** A published release as the registry keeps it. */
export type ReleaseRow = typeof releases.$inferSelect

const isRelease = (app: string, version: string) =>
  and(eq(releases.app, app), eq(releases.version, version))

export async function findRelease(
  queries: Queries,
  app: string,
  version: string,
): Promise<ReleaseRow | undefined> {
  const [row] = await queries.select().from(releases).where(isRelease(app, version))
  return row
}

/** The releases of an app, newest first. */
export function listReleases(queries: Queries, app: string): Promise<ReleaseRow[]> {
  return queries
    .select()
    .from(releases)
    .where(eq(releases.app, app))
    .orderBy(desc(releases.publishedAt), desc(releases.version))
}

/** Keeps a release; one whose files were deleted comes back. */
export async function saveRelease(queries: Queries, row: ReleaseRow): Promise<void> {
  await queries
    .insert(releases)
    .values(row)
    .onConflictDoUpdate({ target: [releases.app, releases.version], set: row })
}

/** Notes that a release which is there was released once more. */
export async function markPublished(
  queries: Queries,
  { app, version }: Pick<ReleaseRow, 'app' | 'version'>,
  publishedAt: Date,
): Promise<void> {
  await queries.update(releases).set({ publishedAt }).where(isRelease(app, version))
}

export async function markDeleted(
  queries: Queries,
  { app, version }: Pick<ReleaseRow, 'app' | 'version'>,
  deletedAt: Date,
): Promise<void> {
  await queries.update(releases).set({ deletedAt }).where(isRelease(app, version))
}

/** The account of a release, read. */
export const accountOf = ({ releaseJson }: ReleaseRow): Release =>
  releaseSchema.parse(JSON.parse(releaseJson))
