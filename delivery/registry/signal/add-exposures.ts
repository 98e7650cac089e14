import { inArray, sql } from 'drizzle-orm'

import type { Exposure } from '../../rollouts/exposure.ts'
import type { Queries } from '../tables/definition.ts'
import { audit } from '../tables/schema.ts'
import { groupOf, isMissing } from './exposure-groups.ts'
import { addErrors } from './release-errors.ts'

const hourMs = 60 * 60 * 1000

/** How long an exposure is kept, and with it the hash of its visitor. */
export const rememberedMs = 48 * hourMs

/** How old a reported one may be: it is counted two hours later, and remembered until nothing repeats it. */
const acceptedMs = rememberedMs - 3 * hourMs

/**
 * Adds what pages were given and reported. Order and repetition change nothing: the first verdict
 * of a page wins, and after `ready` it may fail once more. Unknown releases are ignored. `at` and
 * `sentAt`, when the report was sent, are by the edge's clock, which may be wrong.
 */
export async function addExposures(
  queries: Queries,
  reported: Exposure[],
  sentAt?: number,
): Promise<void> {
  const now = Date.now()
  const behindMs = now - (sentAt ?? now)
  const valid = reported
    // Another edge, with another clock, may have given it.
    .map((exposure) => ({ ...exposure, at: Math.min(exposure.at + behindMs, now) }))
    .filter(({ at, app, version }) => at > now - acceptedMs && isName(app) && isName(version))
  if (valid.length === 0) return
  // One report at a time: otherwise two pages of a visitor could both be the first one.
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('exposures', 0))`)
  // What changes nothing was known, and its error is counted.
  const news: Exposure[] = []
  for (const round of toRounds(valid)) {
    const changed = await upsert(queries, [...round.values()])
    news.push(...changed.flatMap((page) => round.get(pageOf(page)) ?? []))
  }
  await markVisitors(queries, news)
  await addErrors(queries, news)
}

/** What a name of the database may be: PostgreSQL refuses some characters as JSON. */
const isName = (text: string): boolean => /^[\w.:+-]+$/.test(text)

const pageOf = ({ id, app }: Pick<Exposure, 'id' | 'app'>): string => `${id} ${app}`

/** Each page once in a round, as one statement cannot change a row twice. */
function toRounds(reported: Exposure[]): Map<string, Exposure>[] {
  const rounds: Map<string, Exposure>[] = []
  for (const exposure of reported) {
    const page = pageOf(exposure)
    const round = rounds.find((one) => !one.has(page))
    if (round === undefined) rounds.push(new Map([[page, exposure]]))
    else round.set(page, exposure)
  }
  return rounds
}

/**
 * When the last rollout of each app began: visitors of before count once more. Otherwise those of
 * stable who had come already that day would be missing beside a candidate that all of them are new to.
 */
const begunOf = (apps: string[]) => sql`
  begun as (
    select app, max(at) as begun_at from audit
    where action = 'rollout' and before->>'candidate' is distinct from after->>'candidate'
      and ${inArray(audit.app, apps)}
    group by app
  )`

/**
 * Whether the visitor of a given page was the first one of its network, in the rollout and on the day:
 * whoever has one network can have any number of ids, and choose which of them says something.
 */
const isFirstOfNetwork = sql`(
  network is not null
    and first_value(visitor) over (
      partition by app, network, is_since, is_known, visitor is null order by at, id
    ) = visitor
    and not exists (
      select from exposures as earlier
      where earlier.app = given.app and earlier.network = given.network
        and earlier.network <> '' and earlier.visitor <> given.visitor
        and (earlier.at >= begun_at) is not distinct from is_since
    )
)`

/** Returns the pages of which something is new. */
async function upsert(
  queries: Queries,
  round: Exposure[],
): Promise<Pick<Exposure, 'id' | 'app'>[]> {
  const rows = round.map(({ at, error: _error, ...columns }) => ({ ...columns, at: new Date(at) }))
  // In a fixed order: folding must not deadlock with it.
  const changed = await queries.execute(sql`
    with ${begunOf([...new Set(round.map(({ app }) => app))])}, given as (
      select page.*, begun_at, page.at >= begun_at as is_since,
        "knownSince" is not null
          and coalesce(to_timestamp("knownSince" / 1000) < begun_at, true) as is_known
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as page (
        id text, app text, version text, arm text, at timestamptz, visitor text, network text,
        "knownSince" float8, "isNavigation" boolean, verdict text, "readyMs" int, kind text,
        "isReplaced" boolean
      )
      join releases using (app, version) left join begun using (app)
    ), checked as (
      select given.*, visitor is not null and (is_known or ${isFirstOfNetwork}) as is_evidence
      from given
    )
    insert into exposures (
      id, app, version, arm, at, visitor, is_known, network, is_navigation, is_first, verdict,
      ready_ms, kind, is_replaced
    )
    select id, app, version, arm, at, case when is_evidence then visitor else '' end, is_known,
      case when is_evidence and not is_known then network else '' end,
      coalesce("isNavigation", false),
      is_evidence
        and row_number() over (
          partition by app, version, visitor, is_since, is_evidence order by at, id
        ) = 1
        and not exists (
          select from exposures as earlier
          where earlier.app = checked.app and earlier.version = checked.version
            and earlier.visitor = checked.visitor and earlier.visitor <> ''
            and (earlier.at >= begun_at) is not distinct from is_since
        ),
      verdict,
      case when verdict = 'ready' then "readyMs" end,
      case when verdict = 'failed' then coalesce(kind, 'other') end,
      verdict = 'failed' and coalesce("isReplaced", false)
    from checked order by id, app
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
      end
    returning id, app`)
  return (changed as { rows: Pick<Exposure, 'id' | 'app'>[] }).rows
}

/** Notes at the first pages of visitors that the release failed in another one. */
async function markVisitors(queries: Queries, reported: Exposure[]): Promise<void> {
  const pages = reported
    .filter(({ verdict, visitor }) => verdict === 'failed' && visitor !== undefined)
    .map(({ id, app }) => ({ id, app }))
  if (pages.length === 0) return
  await queries.execute(sql`
    with ${begunOf([...new Set(pages.map(({ app }) => app))])}, failing as (
      select distinct on (app, version, visitor, at >= begun_at) app, version, visitor, begun_at,
        at >= begun_at as is_since, coalesce(later_kind, kind) as kind
      from exposures left join begun using (app)
      join jsonb_to_recordset(${JSON.stringify(pages)}::jsonb) as given (id text, app text)
        using (id, app)
      where not is_first and visitor <> '' and coalesce(later_kind, kind) is not null
      order by app, version, visitor, at >= begun_at, ${isMissing(sql`coalesce(later_kind, kind)`)}
    )
    update exposures set visitor_kind = failing.kind
    from failing
    where exposures.app = failing.app and exposures.version = failing.version
      and exposures.visitor = failing.visitor and exposures.visitor <> ''
      and (exposures.at >= failing.begun_at) is not distinct from failing.is_since
      and is_first and not is_folded and ${groupOf.unit} <> 'failed'
      and (exposures.visitor_kind is null or not ${isMissing(sql`failing.kind`)})`)
}
