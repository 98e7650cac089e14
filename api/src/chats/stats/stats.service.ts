import type { ChatStats, chatStatsQuerySchema } from '@errand/contract/chats/stats'
import type * as z from 'zod/mini'

import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { bucketOf, bucketsOf, readPeriod } from '../../period/read-period.ts'
import { readBegun, type Begun } from './begun.repo.ts'
import { readSaid, type Said } from './said.repo.ts'

/** What went on in an owner's chats: three questions, however long the period is. */
export async function readChatStats(
  queries: Queries,
  ownerId: string,
  query: z.output<typeof chatStatsQuerySchema>,
): Promise<ChatStats> {
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const span = readPeriod(query, timeZone)
  const cohort = { ownerId, jobId: query.jobId, span }
  const said = await readSaid(queries, cohort)
  const begun = await readBegun(queries, cohort)
  const now = said.filter(({ isCurrent }) => isCurrent)
  return {
    range: span.period,
    totals: totalsOf(said, begun, true),
    previous: totalsOf(said, begun, false),
    series: seriesOf(now, span.period),
    byHour: Array.from({ length: 24 }, (_, hour) => sum(now.filter(at(hour)), 'inbound')),
    byJob: jobsOf(begun),
  }
}

const at = (hour: number) => (said: Said) => said.hour === hour

type Count = Exclude<keyof Said, 'isCurrent' | 'day' | 'hour'>

function sum(said: Said[], count: Count): number {
  return said.reduce((total, one) => total + one[count], 0)
}

function totalsOf(said: Said[], begun: Begun[], isCurrent: boolean): ChatStats['totals'] {
  const days = said.filter((one) => one.day !== null && one.isCurrent === isCurrent)
  const chats = begun.find((one) => one.isTotal && one.isCurrent === isCurrent)
  const assistant = sum(days, 'assistant')
  const sent = assistant + sum(days, 'owner')
  return {
    sessions: chats?.sessions ?? 0,
    inbound: sum(days, 'inbound'),
    outbound: sum(days, 'outbound'),
    unread: sum(days, 'unread'),
    completed: chats?.completed ?? 0,
    handoffs: chats?.handoffs ?? 0,
    failed: sum(days, 'failed'),
    medianFirstReplySeconds: chats?.medianFirstReplySeconds ?? null,
    assistantShare: sent === 0 ? null : assistant / sent,
  }
}

function seriesOf(said: Said[], period: ChatStats['range']): ChatStats['series'] {
  const byBucket = Map.groupBy(said, ({ day }) => day && bucketOf(day, period.bucket))
  return bucketsOf(period).map((date) => {
    const days = byBucket.get(date) ?? []
    return {
      date,
      inbound: sum(days, 'inbound'),
      assistant: sum(days, 'assistant'),
      owner: sum(days, 'owner'),
      failed: sum(days, 'failed'),
    }
  })
}

/** The job with the most chats first; chats of no job are in the totals alone. */
function jobsOf(begun: Begun[]): ChatStats['byJob'] {
  return begun
    .flatMap(({ isCurrent, jobId, name, sessions }) =>
      isCurrent && jobId !== null && name !== null ? [{ jobId, name, sessions }] : [],
    )
    .toSorted((one, other) => other.sessions - one.sessions || (one.jobId < other.jobId ? -1 : 1))
}
