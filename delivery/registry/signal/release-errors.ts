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
  const counted = await countErrors(queries, firsts)
  if (counted.length === 0) return
  await queries
    .insert(releaseErrors)
    .values(counted)
    .onConflictDoUpdate({
      target: [
        releaseErrors.app,
        releaseErrors.version,
        releaseErrors.message,
        releaseErrors.file,
        releaseErrors.line,
        releaseErrors.column,
      ],
      set: {
        count: sql`${releaseErrors.count} + excluded.count`,
        firstAt: sql`least(${releaseErrors.firstAt}, excluded.first_at)`,
        lastAt: sql`greatest(${releaseErrors.lastAt}, excluded.last_at)`,
      },
    })
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

/** The rows to add, those that find no room as `others`. */
async function countErrors(queries: Queries, failing: Failing[]): Promise<ErrorRow[]> {
  if (failing.length === 0) return []
  const releases = [...new Map(failing.map((one) => [`${one.app} ${one.version}`, one])).values()]
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
  const keys = new Set(known.map((row) => keyOf(row)))
  const sizes = new Map<string, number>()
  for (const { app, version } of known)
    sizes.set(`${app} ${version}`, (sizes.get(`${app} ${version}`) ?? 0) + 1)
  const counted = new Map<string, ErrorRow>()
  for (const { app, version, at, error } of failing) {
    const release = `${app} ${version}`
    const size = sizes.get(release) ?? 0
    const own = { app, version, ...readable(error) }
    const isKnown = keys.has(keyOf(own))
    if (!isKnown && size < maxErrors) {
      keys.add(keyOf(own))
      sizes.set(release, size + 1)
    }
    const row = isKnown || size < maxErrors ? own : { app, version, ...others }
    const moment = new Date(at)
    const { count = 0, firstAt = moment, lastAt = moment } = counted.get(keyOf(row)) ?? {}
    counted.set(keyOf(row), {
      ...row,
      count: count + 1,
      firstAt: firstAt < moment ? firstAt : moment,
      lastAt: lastAt > moment ? lastAt : moment,
    })
  }
  return [...counted.values()]
}

const keyOf = (row: Pick<ErrorRow, 'app' | 'version'> & ReleaseError): string =>
  JSON.stringify([row.app, row.version, row.message, row.file, row.line, row.column])

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
