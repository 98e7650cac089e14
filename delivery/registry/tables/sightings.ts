import { notify } from '@errand/database'
import { and, eq, not, sql } from 'drizzle-orm'

import { isAvoided, type EdgeReport, type Visits } from '../../rollouts/edge-report.ts'
import type { Queries } from './definition.ts'
import { edges, releases, visits } from './schema.ts'

/** The database channel on which registries learn that the rollout document has changed. */
export const documentChannel = 'rollout_document'

/** What edges have observed of an app's releases. */
interface Sightings {
  /** Releases that visitors avoid. */
  avoided: (Visits & { version: string })[]
  /** Releases that edges cannot serve now. */
  damaged: { version: string; edge: string; reason: string }[]
}

/** Adds the counts of an edge; unknown releases are ignored. */
export async function addVisits(queries: Queries, counted: EdgeReport['visits']): Promise<void> {
  // In a fixed order: two edges that report at once must not deadlock.
  for (const release of Object.keys(counted).toSorted()) {
    const [app = '', version = ''] = release.split('@')
    const more = counted[release]
    const known = await queries
      .select({ app: releases.app })
      .from(releases)
      .where(and(eq(releases.app, app), eq(releases.version, version)))
    if (more === undefined || known.length === 0) continue
    await queries
      .insert(visits)
      .values({ app, version, ...more })
      .onConflictDoUpdate({
        target: [visits.app, visits.version],
        set: {
          visitors: sql`${visits.visitors} + ${more.visitors}`,
          avoidedBy: sql`${visits.avoidedBy} + ${more.avoidedBy}`,
        },
      })
  }
  // Which releases are avoided depends on both counts.
  if (Object.keys(counted).length > 0) await notify(queries, documentChannel)
}

/** Edges repeat their reports every half minute; an older one is outdated. */
const isValid = sql`seen_at > now() - interval '2 minutes'`

/**
 * Until when all edges have reported what they know, by the clock of the database. One that has
 * been silent for longer is not waited for.
 */
export const reportedUntil = sql`coalesce((select min(seen_at) from edges where ${isValid}), now())`

export async function saveEdge(
  queries: Queries,
  name: string,
  damaged: EdgeReport['damaged'],
): Promise<void> {
  const row = { name, seenAt: sql`now()`, damaged }
  await queries.insert(edges).values(row).onConflictDoUpdate({ target: edges.name, set: row })
  await queries.delete(edges).where(not(isValid))
}

/** What edges have observed, by app. */
export async function listSightings(queries: Queries): Promise<(app: string) => Sightings> {
  const counted = (await queries.select().from(visits)).filter(isAvoided)
  const reports = await queries.select().from(edges).where(isValid)
  return (app) => ({
    avoided: counted
      .filter((row) => row.app === app)
      .map(({ version, visitors, avoidedBy }) => ({ version, visitors, avoidedBy })),
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

/** The releases that their visitors avoid, as `app@version`. */
export async function listAvoided(queries: Queries): Promise<string[]> {
  const counted = (await queries.select().from(visits)).filter(isAvoided)
  return counted.map(({ app, version }) => `${app}@${version}`).toSorted()
}
