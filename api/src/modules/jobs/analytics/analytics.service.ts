import type { AnswerMeta } from '@errand/contract/chats/form-data'
import type { SessionStatus } from '@errand/contract/chats/session'
import type { JobAnalytics, jobAnalyticsQuerySchema } from '@errand/contract/job-analytics'
import type { JobField } from '@errand/contract/job-field'
import type { Period } from '@errand/contract/period'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { bucketOf, bucketsOf, readPeriod } from '../../../platform/period/days.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { missingKeys } from '../../answers/collected.ts'
import { fold } from '../../answers/reading.ts'
import { readAccount } from '../../billing/accounts.ts'
import { toMinor } from '../../billing/money.ts'
import { requireJob } from '../job-row.ts'
import { findLiveVersion, findVersion, listVersions } from '../job-versions.ts'
import * as jobs from '../jobs.repo.ts'
import {
  type Cohort,
  countFeedback,
  countReasons,
  type Figures,
  listUnanswered,
  readCollected,
  readFigures,
} from './analytics.repo.ts'

type Query = z.output<typeof jobAnalyticsQuerySchema>

/** The figures of a job's chats in a period, beside those of the period before. */
export async function readAnalytics(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  query: Query,
): Promise<JobAnalytics> {
  const job = requireJob(await jobs.findJob(queries, ownerId, id))
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

type FeedbackCounts = Awaited<ReturnType<typeof countFeedback>>

function feedbackOf(rated: FeedbackCounts): NonNullable<JobAnalytics['feedback']> {
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

const maxTopQuestions = 10
const maxQuestionLength = 300

/** Counts a question that several contacts asked once, and shows its latest wording. */
function groupTexts(chats: { sessionId: string; text: string }[]): JobAnalytics['topUnanswered'] {
  const groups = Map.groupBy(chats, ({ text }) => fold(text))
  const found = [...groups.values()].flatMap(([latest, ...others]) =>
    latest === undefined
      ? []
      : [
          {
            text: latest.text.slice(0, maxQuestionLength).toWellFormed(),
            count: others.length + 1,
            lastSessionId: latest.sessionId,
          },
        ],
  )
  return found.toSorted((one, other) => other.count - one.count).slice(0, maxTopQuestions)
}

type Totals = JobAnalytics['totals']

const counts = [
  'started',
  'completed',
  'closedIdle',
  'handedOff',
  'optedOut',
  'contained',
  'messages',
] as const

/** The sum over all days; medians are those of the whole period, as they cannot be added. */
function totalsOf(
  days: readonly Figures[],
  medians: Figures | undefined,
  currency: string,
): Totals {
  const sum = sumOf(days)
  const { started, completed, closedIdle, handedOff, optedOut, contained, messages } = sum
  const ofStarted = (part: number) => (started === 0 ? null : part / started)
  const perCompletion = sum.costMicros / BigInt(Math.max(1, completed))
  return {
    started,
    completed,
    closedIdle,
    handedOff,
    optedOut,
    completionRate: ofStarted(completed),
    containment: ofStarted(contained),
    medianMinutesToComplete: medians?.medianMinutes ?? null,
    medianFirstReplySeconds: medians?.medianReplySeconds ?? null,
    messagesPerSession: ofStarted(messages),
    costMinor: toMinor(sum.costMicros, currency),
    costPerCompletionMinor: completed === 0 ? null : toMinor(perCompletion, currency),
  }
}

/** One row for each bucket of the period, also for those without a chat. */
function seriesOf(days: readonly Figures[], period: Period): JobAnalytics['series'] {
  const byBucket = Map.groupBy(days, ({ day }) => bucketOf(day ?? period.from, period.bucket))
  return bucketsOf(period).map((date) => {
    const { started, completed, handedOff, messages } = sumOf(byBucket.get(date) ?? [])
    return { date, started, completed, handedOff, messages }
  })
}

/** Compares the published versions, newest first. */
function versionsOf(
  days: readonly Figures[],
  published: readonly { number: number; publishedAt: string }[],
): JobAnalytics['versions'] {
  return published.map(({ number, publishedAt }) => {
    const { started, completed } = sumOf(days.filter(({ version }) => version === number))
    const completionRate = started === 0 ? null : completed / started
    return { number, publishedAt, completionRate, sessions: started }
  })
}

function sumOf(days: readonly Figures[]) {
  const sum = { ...zero, costMicros: 0n }
  for (const day of days) {
    for (const name of counts) sum[name] += day[name]
    sum.costMicros += day.costMicros
  }
  return sum
}

const zero = Object.fromEntries(counts.map((name) => [name, 0])) as Record<
  (typeof counts)[number],
  number
>

/** The answers of one chat, and whether it is still open. */
interface ChatAnswers {
  fields: JobField[]
  values: Record<string, unknown>
  meta: Record<string, AnswerMeta>
  status: SessionStatus
}

type Step = JobAnalytics['funnel'][number]

/** Counts, field by field, how far chats get. */
class Funnel {
  readonly #steps: Map<string, Omit<Step, 'attemptsAvg'> & { attempts: number; tried: number }>

  constructor(fields: readonly JobField[]) {
    const ordered = fields.toSorted((one, other) => one.order - other.order)
    this.#steps = new Map(
      ordered.map(({ key, label }) => [key, { ...empty, fieldKey: key, label }]),
    )
  }

  add({ fields, values, meta, status }: ChatAnswers): void {
    const [next] = missingKeys(fields, values)
    for (const [key, step] of this.#steps) {
      const answer = Object.hasOwn(meta, key) ? meta[key] : undefined
      const isNext = key === next
      if (answer !== undefined || isNext) step.asked += 1
      if (Object.hasOwn(values, key)) step.answered += 1
      if (isNext && status !== 'active') step.dropOff += 1
      if (answer === undefined) continue
      step.tried += 1
      step.attempts += answer.attempts
      const { corrections, ownerEdits } = readHistory(answer)
      step.corrections += corrections
      step.ownerEdits += ownerEdits
    }
  }

  get steps(): Step[] {
    return [...this.#steps.values()].map(({ attempts, tried, ...step }) => ({
      ...step,
      attemptsAvg: tried === 0 ? null : attempts / tried,
    }))
  }
}

const empty = {
  asked: 0,
  answered: 0,
  dropOff: 0,
  corrections: 0,
  ownerEdits: 0,
  attempts: 0,
  tried: 0,
}

/** A cleared answer has no value any more, but its earlier values still count as corrections. */
function readHistory({ source, valid, previous = [] }: AnswerMeta) {
  const sources = [...(valid ? [source] : []), ...previous.map((earlier) => earlier.source)]
  const replacing = sources.slice(0, -1)
  return {
    corrections: replacing.filter((one) => one !== 'owner').length,
    ownerEdits: sources.filter((one) => one === 'owner').length,
  }
}
