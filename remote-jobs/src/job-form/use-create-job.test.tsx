import type { CreateJobInput, Job } from '@errand/contract/jobs'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { answerJob, name, problem, save } from '../testing/job-form.ts'
import { aJob } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '@errand/shared-auth/testing'

test('an answer that was lost makes no second job, whatever was changed meanwhile', async () => {
  const made = new Map<string | null, Job>()
  let isAnswerLost = true
  server.use(
    http.post('*/api/jobs', async ({ request }) => {
      const key = request.headers.get('idempotency-key')
      const { name: sent } = (await request.json()) as Job
      const job = made.get(key) ?? aJob({ name: sent, id: `job_${made.size}` })
      made.set(key, job)
      if (isAnswerLost) return HttpResponse.error()
      return HttpResponse.json({ success: true, job }, { status: 201 })
    }),
    http.put('*/api/jobs/job_0', async ({ request }) => {
      const content = (await request.json()) as CreateJobInput
      return HttpResponse.json({
        success: true,
        job: aJob({ ...content, id: 'job_0', version: 2 }),
      })
    }),
    http.get('*/api/jobs/job_0', () =>
      HttpResponse.json({ job: aJob({ name: 'Booking!', id: 'job_0', version: 2 }) }),
    ),
  )
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Booking')
  await save()
  await screen.findByText('Network error. Please check your connection.')

  isAnswerLost = false
  await userEvent.type(name(), '!')
  await save()

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_0/edit'))
  expect(made.size).toBe(1)
  await waitFor(() => expect(name()).toHaveValue('Booking!'))
})

test('changes of a job that was made are refused: the next attempt makes no second one', async () => {
  const keys = new Set<string | null>()
  let puts = 0
  const made = aJob({ name: 'Booking', id: 'job_0' })
  server.use(
    http.post('*/api/jobs', ({ request }) => {
      keys.add(request.headers.get('idempotency-key'))
      return !isAnswered
        ? HttpResponse.error()
        : HttpResponse.json({ success: true, job: made }, { status: 201 })
    }),
    http.put('*/api/jobs/job_0', async ({ request }) => {
      puts += 1
      if (puts === 1) return problem(422, 'validation_failed', { errors: [] })
      const content = (await request.json()) as CreateJobInput
      return HttpResponse.json({
        success: true,
        job: aJob({ ...content, id: 'job_0', version: 2 }),
      })
    }),
    answerJob(made),
  )
  let isAnswered = false
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Booking')
  await save()
  await screen.findByText('Network error. Please check your connection.')
  isAnswered = true
  await userEvent.type(name(), '!')
  await save()
  await screen.findByText('Refused')
  await save()

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_0/edit'))
  expect([keys.size, puts]).toEqual([1, 2])
})

test('a job that is still being made is asked for again, not made twice', async () => {
  const keys: (string | null)[] = []
  const saved = aJob({ name: 'Booking', id: 'job_b' })
  server.use(
    http.post('*/api/jobs', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      if (keys.length === 1) return problem(409, 'request_in_progress', {})
      return HttpResponse.json({ success: true, job: saved }, { status: 201 })
    }),
    answerJob(saved),
  )
  const router = renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Booking')
  await save()
  await screen.findByText('Refused')
  await save()

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_b/edit'))
  expect(new Set(keys).size).toBe(1)
})
