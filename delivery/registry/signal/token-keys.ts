import { randomBytes } from 'node:crypto'

import { desc, notInArray, sql } from 'drizzle-orm'

import type { TokenKey } from '../../rollouts/edge-report.ts'
import type { Database, Queries } from '../tables/definition.ts'
import { tokenKeys } from '../tables/schema.ts'

/** How long tokens are signed with one key. */
const maxAgeMs = 24 * 60 * 60 * 1000

/** Until then every edge has reported and knows it: another one would refuse its tokens. */
const spreadMs = 2 * 60 * 1000

/** An owner's browser is known for as many days after it was used. */
const maxKeys = 10

/** The keys of the last days, that to sign with first; a new one is made when it is time. */
export async function tokenKeysOf(database: Database): Promise<TokenKey[]> {
  const known = await newestKeys(database.queries)
  const rows = isFresh(known) ? known : await makeKey(database)
  const [newest, previous, ...older] = rows
  const isSpread = newest !== undefined && newest.madeAt.getTime() < Date.now() - spreadMs
  const isKnownEverywhere = newest === undefined || previous === undefined || isSpread
  const inOrder = isKnownEverywhere ? rows : [previous, newest, ...older]
  return inOrder.map(({ id, key }) => ({ id, key }))
}

type KeyRow = typeof tokenKeys.$inferSelect

const newestKeys = (queries: Queries): Promise<KeyRow[]> =>
  queries
    .select()
    .from(tokenKeys)
    .orderBy(desc(tokenKeys.madeAt), desc(tokenKeys.id))
    .limit(maxKeys)

const isFresh = ([newest]: KeyRow[]): boolean =>
  newest !== undefined && newest.madeAt.getTime() > Date.now() - maxAgeMs

/** Makes one key, however many registries find that it is time, and forgets the oldest. */
function makeKey(database: Database): Promise<KeyRow[]> {
  return database.transaction(async (queries) => {
    await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('token keys', 0))`)
    if (isFresh(await newestKeys(queries))) return newestKeys(queries)
    const [id, key] = [8, 32].map((bytes) => randomBytes(bytes).toString('base64url'))
    await queries.insert(tokenKeys).values({ id: id ?? '', key: key ?? '', madeAt: new Date() })
    const kept = await newestKeys(queries)
    await queries.delete(tokenKeys).where(
      notInArray(
        tokenKeys.id,
        kept.map((row) => row.id),
      ),
    )
    return kept
  })
}
