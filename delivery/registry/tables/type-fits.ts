import { and, eq, inArray, or } from 'drizzle-orm'

import { pairName } from '../../releases/compatibility.ts'
import { hostApp, type Release } from '../../releases/release.ts'
import type { Queries } from './definition.ts'
import { typeFits } from './schema.ts'

/** A release of the host and one of a remote whose types agree. */
export type TypeFit = typeof typeFits.$inferSelect

/** The pairs that a release makes with those it was compared with: a remote's with hosts, or a host's. */
export const typeFitsOf = (
  { kind, app, version }: Release,
  counterparts: { app: string; version: string }[] = [],
): TypeFit[] =>
  counterparts.map((other) =>
    kind === 'host' ? { host: version, ...other } : { host: other.version, app, version },
  )

export async function addTypeFits(queries: Queries, fits: TypeFit[]): Promise<void> {
  if (fits.length > 0) await queries.insert(typeFits).values(fits).onConflictDoNothing()
}

export function listTypeFits(queries: Queries): Promise<TypeFit[]> {
  return queries.select().from(typeFits)
}

/** Of these releases alone: however many were compared, few run. */
export async function listTypeFitsAmong(
  queries: Queries,
  versionsBy: ReadonlyMap<string, string[]>,
): Promise<TypeFit[]> {
  const remotes = [...versionsBy].map(([app, versions]) =>
    and(eq(typeFits.app, app), inArray(typeFits.version, versions)),
  )
  const isOfHost = inArray(typeFits.host, versionsBy.get(hostApp) ?? [])
  return queries
    .select()
    .from(typeFits)
    .where(and(isOfHost, or(...remotes)))
}

/** Forgets what a release was compared with. */
export async function removeTypeFits(
  queries: Queries,
  { app, version }: { app: string; version: string },
): Promise<void> {
  const isRemote = and(eq(typeFits.app, app), eq(typeFits.version, version))
  await queries.delete(typeFits).where(app === hostApp ? eq(typeFits.host, version) : isRemote)
}

/** Their names, as `typesAgree` knows them. */
export const namesOf = (fits: TypeFit[]): string[] =>
  fits.map(({ host, ...remote }) => pairName({ version: host }, remote))
