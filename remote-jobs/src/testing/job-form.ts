import type { Job } from '@errand/contract/jobs'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'

/** The form's first control. */
export const name = () => screen.getByRole('textbox', { name: 'Name' })
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))
export const answerJob = (job: Job) =>
  http.get(`*/api/jobs/${job.id}`, () => HttpResponse.json({ job, versions: [] }))

/** A refusal as the api words it. */
export const problem = (status: number, code: string, rest: object) =>
  HttpResponse.json(
    { type: `https://errors.local/${code}`, title: 'Refused', status, code, traceId: 't', ...rest },
    { status },
  )
