import { asc, eq, sql } from 'drizzle-orm'

import { toFlagdDocument, type FlagdDocument } from '../../rollouts/flagd-document.ts'
import type { PublicKeys } from '../../signing/verify-signature.ts'
import type { App } from './apps.ts'
import type { Queries } from './definition.ts'
import { apps, channels, documents } from './schema.ts'

const id = 1

/** How often what runs has changed; 0 before anything does. */
export async function currentRevision(queries: Queries): Promise<number> {
  const [document] = await queries
    .select({ revision: documents.revision })
    .from(documents)
    .where(eq(documents.id, id))
  return document?.revision ?? 0
}

/** The flagd document of this moment; what runs in one statement: a change is in it whole or not at all. */
export async function readDocument(queries: Queries, ticketKey: string): Promise<FlagdDocument> {
  const rows = await queries
    .select({ revision: documents.revision, app: apps, channel: channels })
    .from(documents)
    .leftJoin(apps, sql`true`)
    .leftJoin(channels, eq(channels.app, apps.name))
    .orderBy(asc(apps.name))
  const found = rows.map(({ channel }) => channel).filter((channel) => channel !== null)
  const publicKeys = Object.fromEntries(rows.flatMap(({ app }) => keysOf(app)))
  return toFlagdDocument(found, rows[0]?.revision ?? 0, { ticketKey, publicKeys })
}

/** What a retired key has signed stays published, and has to be known as genuine. */
function keysOf(app: App | null): [app: string, keys: PublicKeys][] {
  const keys = { ...app?.retiredKeys, ...app?.publicKeys }
  return app === null || Object.keys(keys).length === 0 ? [] : [[app.name, keys]]
}

/** Holds everything that runs as it is until the transaction ends: changes come one by one. */
export async function lockDocument(queries: Queries): Promise<void> {
  await queries.insert(documents).values({ id, revision: 0 }).onConflictDoNothing()
  await queries.select().from(documents).where(eq(documents.id, id)).for('update')
}

export async function countChange(queries: Queries): Promise<number> {
  const [document] = await queries
    .update(documents)
    .set({ revision: sql`${documents.revision} + 1` })
    .where(eq(documents.id, id))
    .returning({ revision: documents.revision })
  if (document === undefined) throw new Error('The document was not locked')
  return document.revision
}
