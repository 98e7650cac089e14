import { sql } from 'drizzle-orm'

import type { Queries } from '../tables/definition.ts'
import { countedPages } from './exposure-groups.ts'

/**
 * Counters of the releases that visitors are given now, in Prometheus' format. None of them ever
 * falls, so the silent pages are no counter: one may still report. They are the pages that were
 * given minus those with a verdict.
 */
export async function writeMetrics(queries: Queries): Promise<string> {
  const rows = await countLive(queries)
  const reported = rows.filter(({ verdict }) => verdict !== 'silent')
  const failedLater = rows.filter(({ laterKind }) => laterKind !== '')
  return [
    ...describe('errand_exposures_total', 'Pages that were given the release.', rows, () => ({})),
    ...describe(
      'errand_exposure_verdicts_total',
      'What those pages reported first, and how they failed.',
      reported,
      ({ verdict, kind }) => ({ verdict, kind }),
    ),
    ...describe(
      'errand_exposure_later_failures_total',
      'Pages that failed after they were ready.',
      failedLater,
      ({ laterKind }) => ({ kind: laterKind }),
    ),
    '',
  ].join('\n')
}

interface LiveRow extends Record<
  'app' | 'version' | 'arm' | 'verdict' | 'kind' | 'laterKind',
  string
> {
  count: number
}

const live = sql`join channels using (app) where version in (candidate, lineage->>0)`

async function countLive(queries: Queries): Promise<LiveRow[]> {
  const answer = (await queries.execute(sql`
    select app, version, arm, verdict, kind, later_kind as "laterKind", sum(count)::float8 as "count"
    from (${countedPages('app', live)}) as pages
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`)) as { rows: LiveRow[] }
  return answer.rows
}

/** A metric with a line for each release, arm and further labels. */
function describe(
  name: string,
  help: string,
  rows: LiveRow[],
  labelsOf: (row: LiveRow) => Record<string, string>,
): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const { app, version, arm, count } = row
    const labels = Object.entries({ app, version, arm, ...labelsOf(row) })
      // Names of releases, arms and kinds have no character that would need a backslash.
      .map(([label, value]) => `${label}="${value}"`)
      .join(',')
    counts.set(labels, (counts.get(labels) ?? 0) + count)
  }
  const lines = [...counts].map(([labels, count]) => `${name}{${labels}} ${count}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines]
}
