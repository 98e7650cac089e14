import { not, sql } from 'drizzle-orm'

import type { EdgeReport } from '../../rollouts/edge-report.ts'
import type { Queries } from './definition.ts'
import { edges } from './schema.ts'

/** The database channel on which registries learn that the rollout document has changed. */
export const documentChannel = 'rollout_document'

/** What edges have observed of an app's releases. */
interface Sightings {
  /** Releases that edges cannot serve now. */
  damaged: { version: string; edge: string; reason: string }[]
}

/** Edges repeat their reports every half minute; an older one is outdated. */
const isValid = sql`seen_at > now() - interval '2 minutes'`

/**
 * Until when all edges have reported what they know, by the clock of the database. One that has
 * been silent for longer is not waited for.
 */
export const reportedUntil = sql`coalesce((select min(seen_at) from edges where ${isValid}), now())`

/** Whether an edge that reported lately has missed a report, or none did: they do so twice a minute. */
export async function isReportLate(queries: Queries): Promise<boolean> {
  const [row] = await queries
    .select({ isLate: sql<boolean>`coalesce(min(seen_at) < now() - interval '1 minute', true)` })
    .from(edges)
    .where(isValid)
  return row?.isLate ?? true
}

export async function saveEdge(
  queries: Queries,
  name: string,
  damaged: EdgeReport['damaged'],
): Promise<void> {
  const row = { name, seenAt: sql`now()`, damaged }
  await queries.insert(edges).values(row).onConflictDoUpdate({ target: edges.name, set: row })
}

/** Deletes outdated reports; apart from what edges report, which would wait for each other. */
export async function forgetEdges(queries: Queries): Promise<void> {
  await queries.delete(edges).where(not(isValid))
}

/** What edges have observed, by app. */
export async function listSightings(queries: Queries): Promise<(app: string) => Sightings> {
  const reports = await queries.select().from(edges).where(isValid)
  return (app) => ({
    damaged: reports.flatMap(({ name, damaged }) =>
      Object.entries(damaged)
        .filter(([release]) => release.startsWith(`${app}@`))
        .map(([release, reason]) => ({
          version: release.slice(app.length + 1),
          edge: name,
          reason,
        })),
    ),
  })
}
