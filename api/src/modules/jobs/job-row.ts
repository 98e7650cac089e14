import type { JobField } from '@errand/contract/job-field'
import type { Job, JobContent, JobSummary } from '@errand/contract/jobs'
import { searchTextOf } from '@errand/contract/search-text'
import { and, count, countDistinct, eq, gte, inArray, max, sql } from 'drizzle-orm'
import { ulid } from 'ulid'

import type { Queries } from '../../platform/database/database.ts'
import { chatSessions, formData } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isComplete } from '../answers/complete.ts'
import type { JobRow, NewJobRow } from './jobs.repo.ts'

/** The content of a job as the owner writes it, without the status, which follows from actions. */
export type Draft = Omit<JobContent, 'status'>

/** The columns that are computed from the content. Lower case is made here and not by the database,
 * whose result depends on its locale. */
export function derivedColumns({
  name,
  description,
}: Pick<JobContent, 'name' | 'description'>): Pick<NewJobRow, 'sortName' | 'searchText'> {
  return {
    sortName: name.toLowerCase(),
    searchText: searchTextOf(`${name}\n${description}`),
  }
}

/** The draft that a row holds. */
export function draftOf(row: JobRow): Draft {
  const { name, description, icon, color, language, tone, instructions, guardrails } = row
  const { greeting, completionMessage, fallbackMessage, notUnderstoodMessage, handoffMessage } = row
  const { trigger, fields, behaviour, handoff, answerOnly } = row
  return {
    name,
    description,
    icon,
    color,
    language,
    tone,
    instructions,
    guardrails,
    greeting,
    completionMessage,
    fallbackMessage,
    notUnderstoodMessage,
    handoffMessage,
    trigger,
    fields,
    behaviour,
    handoff,
    answerOnly,
  }
}

/** The job as the contract shows it. */
export function toJob(row: JobRow, stats: JobStats): Job {
  const {
    ownerId: _ownerId,
    sortName: _sort,
    searchText: _text,
    createdAt,
    updatedAt,
    archivedAt,
    ...job
  } = row
  return {
    ...job,
    stats,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
  }
}

/** The job as a list shows it. */
export function toSummary(row: JobRow, stats: JobStats): JobSummary {
  const { instructions: _instructions, ...summary } = toJob(row, stats)
  return summary
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Drops undefined members, so that spreading the rest leaves other values as they are. */
export function withoutUndefined<T extends object>(members: T): Present<T> {
  const sent = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as Present<T>
}

/** The job with the figures of its chats. */
export async function showJob(queries: Queries, row: JobRow): Promise<Job> {
  const figuresOf = await readFigures(queries, [row.id])
  return toJob(row, figuresOf(row.id).stats)
}

/** The job that was found, or the problem that there is none. */
export function requireJob(row: JobRow | undefined): JobRow {
  if (row === undefined) throw new Problem('not_found', { detail: 'There is no such job.' })
  return row
}

type JobStats = Job['stats']

export const noStats: JobStats = { sessions30d: 0, completionRate30d: null, openSessions: 0 }

const periodMs = 30 * 24 * 60 * 60 * 1000

/** The figures of a job's chats, and the newest version that an open chat keeps. */
interface JobFigures {
  stats: JobStats
  keepsVersion: number | null
}

/** The figures of the chats of the last thirty days and of the open ones, by job id. */
export async function readFigures(
  queries: Queries,
  jobIds: string[],
  now: Date = new Date(),
): Promise<(jobId: string) => JobFigures> {
  if (jobIds.length === 0) return () => ({ stats: noStats, keepsVersion: null })
  const since = new Date(now.getTime() - periodMs)
  const isTheirs = inArray(chatSessions.jobId, jobIds)
  // Two queries, because each has its own index; one for both would read every chat.
  const started = await queries
    .select({
      jobId: chatSessions.jobId,
      // A chat may have several sets of answers.
      total: countDistinct(chatSessions.id),
      completed: sql<number>`(count(distinct ${chatSessions.id}) filter (where ${isComplete}))::int`,
    })
    .from(chatSessions)
    .leftJoin(formData, eq(formData.sessionId, chatSessions.id))
    .where(and(isTheirs, gte(chatSessions.createdAt, since)))
    .groupBy(chatSessions.jobId)
  const open = await queries
    .select({
      jobId: chatSessions.jobId,
      openSessions: count(),
      keepsVersion: max(chatSessions.jobVersion),
    })
    .from(chatSessions)
    .where(and(isTheirs, eq(chatSessions.status, 'active')))
    .groupBy(chatSessions.jobId)
  const startedBy = new Map(started.map((row) => [row.jobId, row]))
  const openBy = new Map(open.map((row) => [row.jobId, row]))
  return (jobId) => {
    const { total = 0, completed = 0 } = startedBy.get(jobId) ?? {}
    const { openSessions = 0, keepsVersion = null } = openBy.get(jobId) ?? {}
    const completionRate30d = total === 0 ? null : completed / total
    return { stats: { sessions30d: total, completionRate30d, openSessions }, keepsVersion }
  }
}

/** Keeps the ids of fields that the job has already, and gives every other field a new id. */
export function assignFieldIds(fields: JobField[], known: JobField[]): JobField[] {
  const free = new Set(known.map((field) => field.id))
  return fields.map((field) => {
    const isKept = field.id !== undefined && free.delete(field.id)
    return isKept ? field : { ...field, id: `fld_${ulid()}` }
  })
}
