import { notify } from '@errand/database'
import { and, asc, desc, eq, or, sql } from 'drizzle-orm'

import { releaseSchema, type Release } from '../../releases/release.ts'
import { channelSchema, type Channel } from '../../rollouts/channel.ts'
import type { RolloutDocument } from '../../rollouts/evaluator.ts'
import type { PublicKeys } from '../../signing/signatures.ts'
import type { Queries } from './definition.ts'
import { apps, audit, channels, documents, releases } from './schema.ts'
import { documentChannel } from './sightings.ts'

/** An app as the registry knows it. */
export type App = typeof apps.$inferSelect

export async function findApp(queries: Queries, name: string): Promise<App | undefined> {
  const [app] = await queries.select().from(apps).where(eq(apps.name, name))
  return app
}

export function listApps(queries: Queries): Promise<App[]> {
  return queries.select().from(apps).orderBy(asc(apps.name))
}

/**
 * The app of a deploy token's hash. The timing of this query reveals at most parts of a hash, from
 * which no token can be derived.
 */
export async function findAppByToken(
  queries: Queries,
  tokenHash: string,
): Promise<string | undefined> {
  const [app] = await queries
    .select({ name: apps.name })
    .from(apps)
    .where(eq(apps.tokenHash, tokenHash))
  return app?.name
}

/** The app, locked until the transaction ends; created if it is new. */
export async function lockApp(queries: Queries, name: string): Promise<App> {
  await queries.insert(apps).values({ name }).onConflictDoNothing()
  const [app] = await queries.select().from(apps).where(eq(apps.name, name)).for('update')
  if (app === undefined) throw new Error(`The app ${name} is gone`)
  return app
}

export async function saveApp(queries: Queries, { name, ...columns }: App): Promise<void> {
  await queries.update(apps).set(columns).where(eq(apps.name, name))
}

/** A published release, as stored. */
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

/** Stores a release; one whose files were deleted is restored. */
export async function saveRelease(queries: Queries, row: ReleaseRow): Promise<void> {
  await queries
    .insert(releases)
    .values(row)
    .onConflictDoUpdate({ target: [releases.app, releases.version], set: row })
}

/** Records that an existing release was published again. */
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

/** The parsed manifest of a release. */
export const manifestOf = ({ releaseJson }: ReleaseRow): Release =>
  releaseSchema.parse(JSON.parse(releaseJson))

/** A channel and the time of its last change. */
export type ChannelRow = Channel & { changedAt: Date }

export async function findChannel(queries: Queries, app: string): Promise<ChannelRow | undefined> {
  const [row] = await queries.select().from(channels).where(eq(channels.app, app))
  return row
}

export function listChannels(queries: Queries): Promise<ChannelRow[]> {
  return queries.select().from(channels).orderBy(asc(channels.app))
}

export async function saveChannel(queries: Queries, row: ChannelRow): Promise<void> {
  await queries.insert(channels).values(row).onConflictDoUpdate({ target: channels.app, set: row })
}

const id = 1

/**
 * The current rollout document; one statement, so that a change is contained whole or not at all.
 */
export async function readDocument(
  queries: Queries,
  ticketKey: string,
): Promise<Omit<RolloutDocument, 'failing'>> {
  const rows = await queries
    .select({ revision: documents.revision, app: apps, channel: channels })
    .from(documents)
    .leftJoin(apps, sql`true`)
    .leftJoin(channels, eq(channels.app, apps.name))
    .orderBy(asc(apps.name))
  const found = rows.flatMap(({ channel }) => (channel === null ? [] : [channel]))
  const publicKeys = Object.fromEntries(rows.flatMap(({ app }) => keysOf(app)))
  return {
    revision: rows[0]?.revision ?? 0,
    channels: found.map((row) => channelSchema.parse(row)),
    ticketKey,
    publicKeys,
  }
}

/** Releases signed by a retired key stay published, so the key has to be known. */
function keysOf(app: App | null): [app: string, keys: PublicKeys][] {
  const keys = { ...app?.retiredKeys, ...app?.publicKeys }
  return app === null || Object.keys(keys).length === 0 ? [] : [[app.name, keys]]
}

/** Locks the rollout document until the transaction ends, so that changes are made one by one. */
export async function lockDocument(queries: Queries): Promise<void> {
  await queries.insert(documents).values({ id, revision: 0 }).onConflictDoNothing()
  await queries.select().from(documents).where(eq(documents.id, id)).for('update')
}

/** Increments the revision of the document, which has to be locked. */
export async function incrementRevision(queries: Queries): Promise<void> {
  const counted = await queries
    .update(documents)
    .set({ revision: sql`${documents.revision} + 1` })
    .where(eq(documents.id, id))
    .returning()
  if (counted.length === 0) throw new Error('The document was not locked')
  await notify(queries, documentChannel)
}

/** One line of who did what, and why. */
export type AuditRow = typeof audit.$inferSelect

type NewAuditRow = Pick<AuditRow, 'actor' | 'app' | 'action'> &
  Partial<Pick<AuditRow, 'reason' | 'before' | 'after' | 'figures'>>

export async function addAudit(queries: Queries, row: NewAuditRow): Promise<void> {
  await queries.insert(audit).values({ ...row, at: new Date() })
}

/** Who made this release the app's candidate, most recently. */
export async function findRolloutStart(
  queries: Queries,
  app: string,
  candidate: string,
): Promise<AuditRow | undefined> {
  const [row] = await listRolloutStarts(queries, [{ app, candidate }])
  return row
}

/** The same for several apps. */
export async function listRolloutStarts(
  queries: Queries,
  rollouts: { app: string; candidate: string }[],
): Promise<AuditRow[]> {
  if (rollouts.length === 0) return []
  const candidate = sql`${audit.after}->>'candidate'`
  return queries
    .selectDistinctOn([audit.app])
    .from(audit)
    .where(
      and(
        eq(audit.action, 'rollout'),
        or(...rollouts.map((one) => and(eq(audit.app, one.app), eq(candidate, one.candidate)))),
        sql`${audit.before}->>'candidate' is distinct from ${candidate}`,
      ),
    )
    .orderBy(asc(audit.app), desc(audit.id))
}

/** The newest lines first, of one app or of all. */
export function listAudit(
  queries: Queries,
  { app, limit }: { app: string | undefined; limit: number },
): Promise<AuditRow[]> {
  return queries
    .select()
    .from(audit)
    .where(app === undefined ? undefined : eq(audit.app, app))
    .orderBy(desc(audit.id))
    .limit(limit)
}
