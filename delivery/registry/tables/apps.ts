import { asc, eq } from 'drizzle-orm'

import type { Queries } from './definition.ts'
import { apps } from './schema.ts'

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
 * The app of a deploy token's hash. Comparing in the database tells nobody anything: what could be
 * learnt from its time is a hash, and no token can be made from it.
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

/** The app, held against changes until the transaction ends; made when it is new. */
export async function lockApp(queries: Queries, name: string): Promise<App> {
  await queries.insert(apps).values({ name }).onConflictDoNothing()
  const [app] = await queries.select().from(apps).where(eq(apps.name, name)).for('update')
  if (app === undefined) throw new Error(`The app ${name} is gone`)
  return app
}

export async function saveApp(queries: Queries, { name, ...columns }: App): Promise<void> {
  await queries.update(apps).set(columns).where(eq(apps.name, name))
}
