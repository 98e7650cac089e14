import { sql } from 'drizzle-orm'

import type { Queries } from '../tables/definition.ts'
import { countedPages } from './exposure-groups.ts'

/** A release, how many known owners have told how it does, and for how many of them it failed. */
export interface FailingRelease {
  app: string
  version: string
  visitors: number
  failed: number
}

/** Otherwise a few visitors with a bad network would decide about a release that few have seen. */
const minFailed = 3

const offered = sql`
  join channels using (app) where (version = candidate or lineage ? version) and is_known`

/**
 * The releases that fail for their visitors rather than for a few bad networks: for half of them and
 * at least three, or for every one, as on a developer's machine. They are the last to fall back on,
 * and a rollback goes past them.
 */
export async function listFailing(queries: Queries): Promise<FailingRelease[]> {
  const answer = (await queries.execute(sql`
    with visited as (
      select app, version, sum(count)::float8 as visitors,
        coalesce(sum(count) filter (where unit <> 'ready'), 0)::float8 as failed
      from (${countedPages('app', offered)}) as pages
      where unit in ('ready', 'failed', 'missing')
      group by app, version
    )
    select * from visited
    where failed > 0 and failed * 2 >= visitors and (failed >= ${minFailed} or failed = visitors)
    order by app, version`)) as { rows: unknown[] }
  return answer.rows as FailingRelease[]
}
