import type { JobAnalytics } from '@errand/contract/job-analytics'

import type { Period } from '@errand/contract/period'

import { toMinor } from '../../billing/money.ts'
import { bucketOf, bucketsOf } from '../../period/read-period.ts'
import type { Figures } from './figures.repo.ts'

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

/** What the days come to together; the medians are those of the whole period. */
export function totalsOf(
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
export function seriesOf(days: readonly Figures[], period: Period): JobAnalytics['series'] {
  const byBucket = Map.groupBy(days, ({ day }) => bucketOf(day ?? period.from, period.bucket))
  return bucketsOf(period).map((date) => {
    const { started, completed, handedOff, messages } = sumOf(byBucket.get(date) ?? [])
    return { date, started, completed, handedOff, messages }
  })
}

/** How the published versions do beside each other, newest first. */
export function versionsOf(
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
