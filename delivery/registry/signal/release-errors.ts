import { and, desc, eq, or, sql } from 'drizzle-orm'

import type { Exposure, ReleaseError } from '../../rollouts/exposure.ts'
import type { Queries } from '../tables/definition.ts'
import { exposures, releaseErrors } from '../tables/schema.ts'

/** How many different errors of one release are kept; all further ones are one line. */
const maxErrors = 200
const others: ReleaseError = { message: 'others', file: '', line: 0, column: 0 }

type Failing = Exposure & { error: ReleaseError }
type ErrorRow = typeof releaseErrors.$inferSelect

/** Counts errors, each exposure's first one once. */
export async function addErrors(queries: Queries, reported: Exposure[]): Promise<void> {
  const failing = reported.filter((exposure): exposure is Failing => exposure.error !== undefined)
  if (failing.length === 0) return
  // One at a time: otherwise two edges could exceed the limit together.
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended('release errors', 0))`)
  const firsts = await markFirsts(queries, failing)
  if (firsts.length === 0) return
  const rows = await withinLimit(queries, firsts)
  await queries.execute(sql`
    insert into release_errors as known
    select app, version, message, file, line, "column", count(*), min(at), max(at)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
      app text, version text, message text, file text, line int, "column" int, at timestamptz
    )
    group by 1, 2, 3, 4, 5, 6
    on conflict (app, version, message, file, line, "column") do update set
      count = known.count + excluded.count,
      first_at = least(known.first_at, excluded.first_at),
      last_at = greatest(known.last_at, excluded.last_at)`)
}

const pageOf = ({ id, app }: Pick<Exposure, 'id' | 'app'>): string => `${id} ${app}`

/** Those whose pages had brought no error yet; none of unknown releases. */
async function markFirsts(queries: Queries, failing: Failing[]): Promise<Failing[]> {
  const byPage = new Map(failing.toReversed().map((one) => [pageOf(one), one]))
  const pages = sql.join(
    failing.map(({ id, app }) => sql`(${id}, ${app})`),
    sql`, `,
  )
  const marked = await queries
    .update(exposures)
    .set({ hasError: true })
    .where(
      and(sql`(${exposures.id}, ${exposures.app}) in (${pages})`, eq(exposures.hasError, false)),
    )
    .returning({ id: exposures.id, app: exposures.app, version: exposures.version })
  return marked.flatMap((row) => {
    const first = byPage.get(pageOf(row))
    return first?.version === row.version ? [first] : []
  })
}

type LocatedError = ReleaseError & Pick<Exposure, 'app' | 'version'>

/** The errors to count; what finds no room is one of the others. */
async function withinLimit(
  queries: Queries,
  failing: Failing[],
): Promise<(LocatedError & { at: Date })[]> {
  const releases = [...new Map(failing.map((one) => [releaseOf(one), one])).values()]
  const known = await queries
    .select()
    .from(releaseErrors)
    .where(
      or(
        ...releases.map(({ app, version }) =>
          and(eq(releaseErrors.app, app), eq(releaseErrors.version, version)),
        ),
      ),
    )
  const keysByRelease = new Map(releases.map((release) => [releaseOf(release), new Set<string>()]))
  for (const row of known) keysByRelease.get(releaseOf(row))?.add(keyOf(row))
  return failing.map(({ app, version, at, error }) => {
    const keys = keysByRelease.get(releaseOf({ app, version }))
    const own = { app, version, ...readable(error) }
    const hasRoom = keys === undefined || keys.has(keyOf(own)) || keys.size < maxErrors
    if (hasRoom) keys?.add(keyOf(own))
    return { ...(hasRoom ? own : { app, version, ...others }), at: new Date(at) }
  })
}

const releaseOf = ({ app, version }: Pick<Exposure, 'app' | 'version'>): string =>
  `${app} ${version}`

const keyOf = ({ message, file, line, column }: ReleaseError): string =>
  JSON.stringify([message, file, line, column])

/** Without characters that would command the terminal of whoever reads it. */
const readable = ({ message, file, line, column }: ReleaseError): ReleaseError => ({
  message: message.replaceAll(/\p{C}/gu, ' '),
  file: file.replaceAll(/\p{C}/gu, ' '),
  line: Math.min(line, maxPlace),
  column: Math.min(column, maxPlace),
})

/** The largest integer of a column. */
const maxPlace = 2_147_483_647

/** The errors of an app, or of one of its releases, most frequent first. */
export function listErrors(
  queries: Queries,
  { app, version }: { app: string; version: string | undefined },
): Promise<ErrorRow[]> {
  return queries
    .select()
    .from(releaseErrors)
    .where(
      and(
        eq(releaseErrors.app, app),
        version === undefined ? undefined : eq(releaseErrors.version, version),
      ),
    )
    .orderBy(desc(releaseErrors.count), desc(releaseErrors.lastAt))
    .limit(1000)
}
