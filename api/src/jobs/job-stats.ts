import type { Job } from '@errand/contract/jobs'
import { and, count, eq, gte, inArray, or, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { chatSessions } from '../database/schema.ts'

export type JobStats = Job['stats']

export const noStats: JobStats = { sessions30d: 0, completionRate30d: null, openSessions: 0 }

const periodMs = 30 * 24 * 60 * 60 * 1000

/** A chat that reached its goal, even if it was closed afterwards. */
const isCompleted = or(
  eq(chatSessions.status, 'completed'),
  eq(chatSessions.closeReason, 'completed'),
)

/** What the chats of the last thirty days came to, by the id of the job. */
export async function readStats(
  queries: Queries,
  jobIds: string[],
  now: Date = new Date(),
): Promise<(jobId: string) => JobStats> {
  if (jobIds.length === 0) return () => noStats
  const since = new Date(now.getTime() - periodMs)
  const isTheirs = inArray(chatSessions.jobId, jobIds)
  // Two questions, because each has an index of its own; together they would read every chat.
  const started = await queries
    .select({
      jobId: chatSessions.jobId,
      total: count(),
      completed: sql<number>`(count(*) filter (where ${isCompleted}))::int`,
    })
    .from(chatSessions)
    .where(and(isTheirs, gte(chatSessions.createdAt, since)))
    .groupBy(chatSessions.jobId)
  const open = await queries
    .select({ jobId: chatSessions.jobId, total: count() })
    .from(chatSessions)
    .where(and(isTheirs, eq(chatSessions.status, 'active')))
    .groupBy(chatSessions.jobId)
  const startedBy = new Map(started.map((row) => [row.jobId, row]))
  const openBy = new Map(open.map((row) => [row.jobId, row.total]))
  return (jobId) => {
    const { total = 0, completed = 0 } = startedBy.get(jobId) ?? {}
    return {
      sessions30d: total,
      completionRate30d: total === 0 ? null : completed / total,
      openSessions: openBy.get(jobId) ?? 0,
    }
  }
}
