import type { Job, JobContent, JobSummary } from '@errand/contract/jobs'
import { searchTextOf } from '@errand/contract/search-text'

import type { JobStats } from './job-stats.ts'
import type { JobRow, NewJobRow } from './jobs.repo.ts'

/** What an owner writes of a job, but for its status: that is the outcome of an action. */
export type Draft = Omit<JobContent, 'status'>

/** The columns that follow from what the owner wrote. Small letters are made here, not by the
 * database: what it takes for a letter depends on its locale. */
export function derived({
  name,
  description,
}: Pick<JobContent, 'name' | 'description'>): Pick<NewJobRow, 'sortName' | 'searchText'> {
  return {
    sortName: name.toLowerCase(),
    searchText: searchTextOf(`${name}\n${description}`),
  }
}

/** What the owner wrote of the job. */
export function draftOf(row: JobRow): Draft {
  const { name, description, icon, color, language, tone, instructions, guardrails } = row
  const { greeting, completionMessage, fallbackMessage, handoffMessage } = row
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

/** Only the members that were sent, so that spreading them leaves the others as they are. */
export function withoutAbsent<T extends object>(members: T): Present<T> {
  const sent = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent) as Present<T>
}
