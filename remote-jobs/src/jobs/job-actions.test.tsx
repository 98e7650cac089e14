import type { Job } from '@errand/contract/jobs'
import { setFlags } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import {
  aJob,
  aList,
  answerJob,
  answerList,
  name,
  press,
  problem,
  renderRoute,
  save,
  saved,
} from '../testing/jobs.ts'

const greeter = { ...aJob({ name: 'Greeter', status: 'active' }), liveVersionId: 'ver_1' }
const booker = aJob({ name: 'Booker' })

// By the api's clock, which may differ from this machine's.
const deleted = () =>
  HttpResponse.json({
    success: true,
    archivedAt: '2020-01-01T00:00:00.000Z',
    undoUntil: '2020-01-01T00:00:10.000Z',
  })

const choose = async (job: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${job}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('a deleted job disappears at once, and Undo restores it', async () => {
  let jobs = [greeter, booker]
  server.use(
    answerList(() => aList(jobs)),
    http.delete(`*/api/jobs/${greeter.id}`, () => {
      jobs = [booker]
      return deleted()
    }),
    http.put(`*/api/jobs/${greeter.id}`, async ({ request }) => {
      expect(await request.json()).toEqual({ action: 'restore' })
      jobs = [greeter, booker]
      return saved(greeter)
    }),
  )
  renderRoute('/jobs')
  const list = await screen.findByRole('list', { name: 'Jobs' })

  await choose('Greeter', 'Delete')
  await waitFor(() => expect(within(list).queryByText('Greeter')).not.toBeInTheDocument())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: deleting Greeter' }))

  expect(await within(list).findByText('Greeter')).toBeVisible()
})

test('after deleting a job the focus moves to the next one, and then to the prompt', async () => {
  let jobs = [greeter, booker]
  server.use(
    answerList(() => aList(jobs)),
    http.delete('*/api/jobs/:id', ({ params }) => {
      jobs = jobs.filter(({ id }) => id !== params['id'])
      return deleted()
    }),
  )
  renderRoute('/jobs')
  await choose('Greeter', 'Delete')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Booker' })).toHaveFocus())
  await choose('Booker', 'Delete')
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus())
})

test('a job with open chats is deleted after the owner agrees to close them', async () => {
  const asked: (string | null)[] = []
  server.use(
    answerList(() => aList(asked.length < 2 ? [greeter] : [])),
    http.delete(`*/api/jobs/${greeter.id}`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('closeOpen'))
      return asked.length === 1
        ? problem(409, 'conflict', { meta: { openSessions: 2 } })
        : deleted()
    }),
  )
  renderRoute('/jobs')
  await choose('Greeter', 'Delete')

  expect(await screen.findByText(/2 chats are still open with “Greeter”/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Greeter' })).toBeInTheDocument()
  await press('Close them and delete')

  await screen.findByText('Job deleted')
  expect(asked).toEqual([null, 'true'])
})

test('a refused deletion keeps the job and shows the reason', async () => {
  server.use(
    answerList(() => aList([greeter])),
    http.delete('*/api/jobs/:id', () => new HttpResponse(null, { status: 404 })),
  )
  renderRoute('/jobs')

  await choose('Greeter', 'Delete')

  await screen.findByText('The requested resource was not found')
  expect(await screen.findByRole('link', { name: 'Greeter' })).toBeVisible()
})

test('a job is paused at once without publishing, and Undo resumes it', async () => {
  const actions: unknown[] = []
  let job = greeter
  server.use(
    answerList(() => aList([job])),
    http.put(`*/api/jobs/${greeter.id}`, async ({ request }) => {
      const body = (await request.json()) as { action: string }
      actions.push(body)
      job = { ...greeter, status: body.action === 'pause' ? 'paused' : 'active', version: 2 }
      return saved(job)
    }),
  )
  renderRoute('/jobs')
  const toggle = await screen.findByRole('switch', { name: 'Answer chats: Greeter' })
  expect(toggle).toBeChecked()

  await userEvent.click(toggle)
  await waitFor(() => expect(toggle).not.toBeChecked())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: pausing Greeter' }))

  await waitFor(() => expect(toggle).toBeChecked())
  expect(actions).toEqual([{ action: 'pause' }, { action: 'resume' }])
})

test('a job for every chat replaces another after a question, and Undo swaps back', async () => {
  const bodies: unknown[] = []
  const paused = { ...greeter, status: 'paused' as const }
  server.use(
    answerList(() => aList([paused])),
    http.put('*/api/jobs/:id', async ({ request, params }) => {
      bodies.push({ id: params['id'], ...((await request.json()) as object) })
      const meta = { activeDefault: { id: booker.id, name: 'Booker' } }
      return bodies.length === 1 ? problem(409, 'conflict', { meta }) : saved(greeter)
    }),
  )
  renderRoute('/jobs')
  await userEvent.click(await screen.findByRole('switch', { name: 'Answer chats: Greeter' }))

  expect(await screen.findByText(/“Booker” answers every new chat now/)).toBeVisible()
  await press('Swap them')

  await screen.findByText('Greeter is active')
  const swapped = { action: 'resume', replaceDefault: true }
  expect(bodies).toEqual([
    { id: greeter.id, action: 'resume' },
    { id: greeter.id, ...swapped },
  ])

  await press('Undo: turning Greeter on')
  await waitFor(() => expect(bodies[2]).toEqual({ id: booker.id, ...swapped }))
  expect(bodies).toHaveLength(3)
})

test('a job can be copied if the feature is on', async () => {
  const when = { key: 'when', label: 'When', type: 'text', required: true, order: 0 } as const
  const original = aJob({ name: 'Greeter', fields: [{ ...when, id: 'f1' }] })
  const copy = aJob({ id: 'job_copy', name: 'Greeter (copy)' })
  let sent: Job | undefined
  server.use(
    answerList(() => aList([original])),
    answerJob(original),
    answerJob(copy),
    http.post('*/api/jobs', async ({ request }) => {
      sent = (await request.json()) as Job
      return saved(copy, 201)
    }),
  )
  const router = renderRoute('/jobs')
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Greeter' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: 'Copy' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')

  act(() => setFlags({ 'job-copy': true }))
  await choose('Greeter', 'Copy')
  await waitFor(() => expect(name()).toHaveValue('Greeter (copy)'))
  await save()

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_copy/edit'))
  expect(sent).toMatchObject({ name: 'Greeter (copy)', fields: [when] })
  expect(sent?.fields[0]).not.toHaveProperty('id')
})
