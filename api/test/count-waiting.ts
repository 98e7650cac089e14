import { sql } from 'drizzle-orm'

import type { Queries } from '../src/platform/database/database.ts'

/** How many connections to this test's database wait for a row that another one has locked. */
export async function countWaiting(queries: Queries): Promise<number> {
  const [row] = await queries
    .select({ waiting: sql<number>`count(*)::int` })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and wait_event_type = 'Lock'`)
  return row?.waiting ?? 0
}
