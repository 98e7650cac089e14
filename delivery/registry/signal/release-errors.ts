import { and, desc, eq, inArray, sql } from 'drizzle-orm'

import type { Exposure, ReleaseError } from '../../rollouts/exposure.ts'
import type { Queries } from '../tables/definition.ts'
import { releaseErrors } from '../tables/schema.ts'

/** How many different errors of one release are kept; all further ones are one line. */
const maxErrors = 200
const others: ReleaseError = { message: 'others', file: '', line: 0, column: 0 }

type Failing = Exposure & { error: ReleaseError }
type ErrorRow = typeof releaseErrors.$inferSelect

/** Counts the errors of these pages; reports are added one after the other, so the limit holds. */
export async function addErrors(queries: Queries, reported: Exposure[]): Promise<void> {
  const failing = reported.filter((exposure): exposure is Failing => exposure.error !== undefined)
  if (failing.length === 0) return
  const rows = await withinLimit(queries, failing)
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

type LocatedError = ReleaseError & Pick<Exposure, 'app' | 'version'>

/** The errors to count; what finds no room is one of the others. */
async function withinLimit(
  queries: Queries,
  failing: Failing[],
): Promise<(LocatedError & { at: Date })[]> {
  const [apps, versions] = [failing.map(({ app }) => app), failing.map(({ version }) => version)]
  const known = await queries
    .select()
    .from(releaseErrors)
    .where(and(inArray(releaseErrors.app, apps), inArray(releaseErrors.version, versions)))
  const keysOf = new Map<string, Set<string>>()
  const keysIn = ({ app, version }: Pick<Exposure, 'app' | 'version'>): Set<string> => {
    const release = `${app} ${version}`
    const keys = keysOf.get(release) ?? new Set()
    keysOf.set(release, keys)
    return keys
  }
  for (const row of known) keysIn(row).add(keyOf(row))
  return failing.map(({ app, version, at, error }) => {
    const keys = keysIn({ app, version })
    const own = { app, version, ...readable(error) }
    const hasRoom = keys.has(keyOf(own)) || keys.size < maxErrors
    if (hasRoom) keys.add(keyOf(own))
    return { ...(hasRoom ? own : { app, version, ...others }), at: new Date(at) }
  })
}

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
