import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../src/database/database.ts'
import { contacts, rateLimits } from '../src/database/schema.ts'

/** From when on somebody may be written to again, in milliseconds of the database's clock. */
export async function readFreeAt(queries: Queries, waId: string): Promise<number> {
  const [row] = await queries
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .innerJoin(contacts, sql`${rateLimits.key} = 'pair simulator ' || ${contacts.id}`)
    .where(eq(contacts.waId, waId))
  return row?.hits[0]?.getTime() ?? 0
}

/** The database's clock, in milliseconds. */
export async function readClock(queries: Queries): Promise<number> {
  const answer = await queries.execute(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  )
  return Number((answer as { rows: { ms: number }[] }).rows[0]?.ms)
}

/** How far apart messages were taken, by what was free after each of them. */
export const gapsOf = (freeAt: number[]): number[] =>
  freeAt.slice(1).map((at, index) => at - (freeAt[index] ?? at))
