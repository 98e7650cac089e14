import {
  createJobSchema,
  type CreateJobInput,
  type Job,
  type JobList,
  type UpdateJobInput,
} from '@errand/contract/jobs'
import type { Settings } from '@errand/contract/settings'
import type { StandardTexts } from '@errand/contract/standard-texts'
import { owner } from '@errand/contract/testing/owner'
import { profileQuery, queryClient } from '@errand/shared-auth'
import { renderRoutes, server } from '@errand/shared-auth/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'

import { routes } from '../routes.tsx'

export const renderRoute = (path: Parameters<typeof renderRoutes>[2]) =>
  renderRoutes('/jobs', routes, path)

/** Opens the form of a job, or of a new one. */
export async function openForm(id?: string) {
  const router = renderRoute(id === undefined ? '/jobs/new' : `/jobs/${id}/edit`)
  await screen.findByRole('textbox', { name: 'Name' })
  return router
}

/** Gives the owner a number that customers can write to. */
export function connectNumber(number: Pick<Settings['whatsapp'], 'provider' | 'chatLink'>): void {
  queryClient.setQueryData(profileQuery().queryKey, {
    ...owner,
    settings: { ...owner.settings, whatsapp: { ...owner.settings.whatsapp, ...number } },
  })
}

/** The form's first control. */
export const name = () => screen.getByRole('textbox', { name: 'Name' })
export const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }))
export const save = () => press('Save')

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

/** Serves the list of jobs by its query. */
export const answerList = (answer: (query: URLSearchParams) => Response | JobList) =>
  http.get('*/api/jobs', ({ request }) => asResponse(answer(new URL(request.url).searchParams)))

export const answerJob = (job: Job) =>
  http.get(`*/api/jobs/${job.id}`, () => HttpResponse.json({ job, versions: [] }))

type Change = Job &
  UpdateJobInput & {
    /** The version in the `if-match` header. */
    ifMatch: string | null
  }

/** Serves a job and changes of it; returns what was sent. */
export function answerChanges(
  job: Job,
  change: (sent: Change, count: number) => Response | Job | Promise<Response | Job> = (
    sent,
    at,
  ) => ({
    ...job,
    ...sent,
    version: job.version + at,
  }),
): Change[] {
  const changes: Change[] = []
  server.use(
    answerJob(job),
    http.put(`*/api/jobs/${job.id}`, async ({ request }) => {
      const ifMatch = request.headers.get('if-match')
      const sent = { ...((await request.json()) as Change), ifMatch }
      changes.push(sent)
      const response = await change(sent, changes.length)
      return response instanceof Response ? response : saved(response)
    }),
  )
  return changes
}

/** What is said where the owner wrote nothing, with the language before each. */
export const standardTextsIn = (language: string, isBuiltIn = true): StandardTexts => ({
  texts: {
    greeting: `${language} Hello!`,
    completionMessage: `${language} Thank you.`,
    fallbackMessage: `${language} Somebody will know.`,
    notUnderstoodMessage: `${language} Pardon?`,
    handoffMessage: `${language} One moment.`,
  },
  isBuiltIn,
})

/** The response to a save. */
export const saved = (job: Job, status = 200) =>
  HttpResponse.json({ success: true, job }, { status })

const asResponse = (answer: Response | JobList) =>
  answer instanceof Response ? answer : HttpResponse.json(answer)

/** A problem document as the api sends it. */
export const problem = (status: number, code: string, rest: object = {}) =>
  HttpResponse.json(
    { type: `https://errors.local/${code}`, title: 'Refused', status, code, traceId: 't', ...rest },
    { status },
  )
