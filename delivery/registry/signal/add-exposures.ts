import { sql } from 'drizzle-orm'

import type { Exposure } from '../../rollouts/exposure.ts'
import type { Queries } from '../tables/definition.ts'
import { addErrors } from './release-errors.ts'

/** How long an exposure is remembered, and may therefore be reported again. */
export const rememberedMs = 2 * 24 * 60 * 60 * 1000
/** Clocks of edges differ. */
const maxAheadMs = 60_000

/**
 * Adds what pages were given and status. Order and repetition change nothing: the first verdict of a
 * page wins, and after `ready` it may fail once more. Unknown releases are ignored.
 */
export async function addExposures(queries: Queries, reported: Exposure[]): Promise<void> {
  const now = Date.now()
  const valid = reported.filter(
    ({ at, app, version }) =>
      at > now - rememberedMs && at < now + maxAheadMs && isName(app) && isName(version),
  )
  // One statement cannot change a row twice.
  for (const round of toRounds(valid)) await upsert(queries, round)
  await addErrors(queries, valid)
}

/** What a name of the database may be: PostgreSQL refuses some characters as JSON. */
const isName = (text: string): boolean => /^[\w.:+-]+$/.test(text)

/** Each page once in a round, and each of its verdicts in one of them. */
function toRounds(reported: Exposure[]): Exposure[][] {
  const verdictsOf = new Map<string, Set<Exposure['verdict']>>()
  const rounds: Exposure[][] = []
  for (const exposure of reported) {
    const page = `${exposure.id} ${exposure.app}`
    const verdicts = verdictsOf.get(page) ?? new Set()
    if (verdicts.has(exposure.verdict)) continue
    ;(rounds[verdicts.size] ??= []).push(exposure)
    verdictsOf.set(page, verdicts.add(exposure.verdict))
  }
  return rounds
}

async function upsert(queries: Queries, round: Exposure[]): Promise<void> {
  const rows = round.map(({ at, error: _error, ...columns }) => ({ ...columns, at: new Date(at) }))
  // In a fixed order: two edges that report at once must not deadlock.
  await queries.execute(sql`
    insert into exposures (id, app, version, arm, at, verdict, ready_ms, kind, is_replaced)
    select id, app, version, arm, at, verdict,
      case when verdict = 'ready' then "readyMs" end,
      case when verdict = 'failed' then coalesce(kind, 'other') end,
      verdict = 'failed' and coalesce("isReplaced", false)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      id text, app text, version text, arm text, at timestamptz,
      verdict text, "readyMs" int, kind text, "isReplaced" boolean
    )
    join releases using (app, version)
    order by id, app
    on conflict (id, app) do update set
      verdict = coalesce(exposures.verdict, excluded.verdict),
      ready_ms = coalesce(exposures.ready_ms, excluded.ready_ms),
      kind = case when exposures.verdict is null then excluded.kind end,
      later_kind = case when exposures.verdict = 'ready' then excluded.kind end,
      is_replaced = excluded.is_replaced
    where exposures.version = excluded.version and exposures.arm = excluded.arm
      and case
        when exposures.verdict is null then excluded.verdict is not null
        else exposures.verdict = 'ready' and excluded.verdict = 'failed'
          and exposures.later_kind is null
      end`)
}
