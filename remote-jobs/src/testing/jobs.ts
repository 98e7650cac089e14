import { createJobSchema, type CreateJobInput, type Job, type JobList } from '@errand/contract/jobs'
import { http } from 'msw'

let count = 0

/** A saved job as the api answers it. */
export function aJob(input: CreateJobInput & Partial<Pick<Job, 'id' | 'version'>>): Job {
  count += 1
  const { id = `job_${count}`, version = 1, ...content } = input
  const at = '2026-11-20T10:00:00.000Z'
  return {
    ...createJobSchema.parse(content),
    id,
    version,
    formId: `frm_${count}`,
    formVersion: 1,
    liveVersionId: null,
    hasUnpublishedChanges: true,
    stats: { sessions30d: 0, completionRate30d: null, openSessions: 0 },
    createdAt: at,
    updatedAt: at,
    archivedAt: null,
  }
}

/** One page of a list. */
export function aList(jobs: Job[], nextCursor: string | null = null): JobList {
  const items = jobs.map(({ instructions: _instructions, ...summary }) => summary)
  return { items, nextCursor, totals: { draft: items.length, active: 0, paused: 0, archived: 0 } }
}

/** Answers the list of jobs by what is asked for. */
export const answerList = (answer: (query: URLSearchParams) => Response) =>
  http.get('*/api/jobs', ({ request }) => answer(new URL(request.url).searchParams))
