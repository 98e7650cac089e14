import type { JobAnalytics, jobAnalyticsQuerySchema } from '@errand/contract/job-analytics'
import type * as z from 'zod/mini'

import { readPreferences } from '../../auth/read-preferences.ts'
import { readAccount } from '../../billing/accounts.repo.ts'
import type { Queries } from '../../database/database.ts'
import { fold } from '../../form-data/reading.ts'
import { readPeriod } from '../../period/read-period.ts'
import { findLiveVersion, findVersion, listVersions } from '../job-versions.ts'
import * as jobs from '../jobs.repo.ts'
import { present } from '../show-job.ts'
import { countFeedback, countReasons, listUnanswered, readCollected } from './chats.repo.ts'
import { readFigures, type Cohort } from './figures.repo.ts'
import { Funnel } from './funnel.ts'
import { seriesOf, totalsOf, versionsOf } from './totals.ts'

type Query = z.output<typeof jobAnalyticsQuerySchema>

/** How a job does: what its chats of a period came to, and those of the period before. */
export async function readAnalytics(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  query: Query,
): Promise<JobAnalytics> {
  const job = present(await jobs.findJob(queries, ownerId, id))
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const { currency } = await readAccount(queries, ownerId)
  const span = readPeriod(query, timeZone)
  const { version } = query
  const cohort = { jobId: job.id, span, version }
  const figures = await readFigures(queries, cohort)
  const all = figures.filter(({ day }) => day !== null)
  const wanted = all.filter((day) => version === undefined || day.version === version)
  const isNow = ({ isCurrent }: { isCurrent: boolean }) => isCurrent
  const medians = figures.filter(({ day }) => day === null)
  return {
    range: span.period,
    totals: totalsOf(wanted.filter(isNow), medians.find(isNow), currency),
    previous: totalsOf(
      wanted.filter((day) => !isNow(day)),
      medians.find((period) => !isNow(period)),
      currency,
    ),
    funnel: await readFunnel(queries, cohort, job),
    handoffReasons: await countReasons(queries, cohort),
    topUnanswered: groupTexts(await listUnanswered(queries, cohort)),
    feedback: feedbackOf(await countFeedback(queries, cohort)),
    series: seriesOf(wanted.filter(isNow), span.period),
    versions: versionsOf(all.filter(isNow), await listVersions(queries, job)),
  }
}

/** A job that was never published shows the fields of its draft. */
async function readFunnel(queries: Queries, cohort: Cohort, job: jobs.JobRow) {
  const { jobId, version } = cohort
  const shown =
    version === undefined
      ? await findLiveVersion(queries, jobId)
      : await findVersion(queries, jobId, version)
  const funnel = new Funnel(shown?.snapshot.fields ?? job.fields)
  for await (const chat of readCollected(queries, cohort)) funnel.add(chat)
  return funnel.steps
}

type Rated = Awaited<ReturnType<typeof countFeedback>>

function feedbackOf(rated: Rated): NonNullable<JobAnalytics['feedback']> {
  const sum = (wanted: string) =>
    rated.reduce((total, { rating, count }) => (rating === wanted ? total + count : total), 0)
  return {
    good: sum('good'),
    bad: sum('bad'),
    reasons: rated.flatMap(({ rating, reason, count }) =>
      rating === 'bad' && reason !== null ? [{ reason, count }] : [],
    ),
  }
}

const topCount = 10
const longestText = 300

/** The same asked by several is one; the latest wording stands for all. */
function groupTexts(chats: { sessionId: string; text: string }[]): JobAnalytics['topUnanswered'] {
  const groups = Map.groupBy(chats, ({ text }) => fold(text))
  const found = [...groups.values()].flatMap(([latest, ...others]) =>
    latest === undefined
      ? []
      : [
          {
            text: latest.text.slice(0, longestText).toWellFormed(),
            count: others.length + 1,
            lastSessionId: latest.sessionId,
          },
        ],
  )
  return found.toSorted((one, other) => other.count - one.count).slice(0, topCount)
}
