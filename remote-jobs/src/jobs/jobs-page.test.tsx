import type { Job } from '@errand/contract/jobs'
import { setFlags } from '@errand/shared-auth'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aJob, aList } from '../testing/jobs.ts'
import { renderRoute } from '../testing/render-route.tsx'
import { server } from '../testing/server.ts'

const greeter = aJob({ name: 'Greeter', status: 'active' })
const none = { draft: 0, active: 0, paused: 0, archived: 0 }
const booker = aJob({ name: 'Booker' })

const answerList = (answer: (query: URLSearchParams) => Response) =>
  http.get('*/api/jobs', ({ request }) => answer(new URL(request.url).searchParams))

// Times of the api's clock, which need not be this machine's.
const deleted = () =>
  HttpResponse.json({
    success: true,
    archivedAt: '2020-01-01T00:00:00.000Z',
    undoUntil: '2020-01-01T00:00:10.000Z',
  })

test('an owner without jobs is told what a job is, and how to write one', async () => {
  server.use(answerList(() => HttpResponse.json(aList([]))))
  renderRoute('/jobs')

  expect(await screen.findByRole('heading', { name: 'No jobs yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Write your first job' })).toHaveAttribute(
    'href',
    '/jobs/new',
  )
})

test('a list that could not be fetched says so; Retry fetches it', async () => {
  server.use(answerList(() => new HttpResponse(null, { status: 500 })))
  renderRoute('/jobs')
  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()

  server.use(answerList(() => HttpResponse.json(aList([greeter]))))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await screen.findByRole('link', { name: 'Greeter' })).toHaveAttribute(
    'href',
    `/jobs/${greeter.id}/edit`,
  )
})

test('search and status are in the address, and narrow the list', async () => {
  server.use(
    answerList((query) => {
      const jobs =
        query.get('q') === 'book' && query.get('status') === 'draft' ? [booker] : [greeter]
      return HttpResponse.json(aList(jobs))
    }),
  )
  const router = renderRoute('/jobs')
  await screen.findByText('Greeter')

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search jobs' }), 'book')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Draft')

  expect(await screen.findByText('Booker')).toBeVisible()
  expect(router.state.location.search).toBe('?q=book&status=draft')
})

test('nothing found is not the same as nothing there', async () => {
  server.use(
    answerList((query) => {
      const jobs = query.has('q') ? [] : [greeter]
      return HttpResponse.json({ ...aList(jobs), totals: { ...none, active: 1 } })
    }),
  )
  const router = renderRoute('/jobs?q=zebra')

  expect(await screen.findByRole('heading', { name: 'No job matches' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))

  expect(await screen.findByText('Greeter')).toBeVisible()
  expect(screen.getByRole('searchbox', { name: 'Search jobs' })).toHaveValue('')
  expect(router.state.location.search).toBe('')
})

test('a deleted job is found and brought back', async () => {
  let job: Job = { ...greeter, status: 'archived' }
  server.use(
    answerList((query) => {
      const isShown = query.get('status') === job.status
      return HttpResponse.json({ ...aList(isShown ? [job] : []), totals: { ...none, archived: 1 } })
    }),
    http.put(`*/api/jobs/${greeter.id}`, async ({ request }) => {
      expect(await request.json()).toEqual({ action: 'restore' })
      job = { ...greeter, status: 'paused' }
      return HttpResponse.json({ success: true, job })
    }),
  )
  renderRoute('/jobs')
  await userEvent.click(await screen.findByRole('link', { name: 'Deleted jobs' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Greeter' }))

  expect(await screen.findByRole('heading', { name: 'No job matches' })).toBeVisible()
})

test('a long list goes on where it ended', async () => {
  server.use(
    answerList((query) =>
      HttpResponse.json(query.get('cursor') === 'c2' ? aList([booker]) : aList([greeter], 'c2')),
    ),
  )
  renderRoute('/jobs')

  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))

  expect(await screen.findByText('Booker')).toBeVisible()
  expect(screen.getByText('Greeter')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('a page or a search that fails takes nothing away', async () => {
  let isUp = false
  server.use(
    answerList((query) => {
      if (query.get('cursor') === null && query.get('q') === null)
        return HttpResponse.json(aList([greeter], 'c2'))
      return isUp ? HttpResponse.json(aList([booker])) : new HttpResponse(null, { status: 500 })
    }),
  )
  renderRoute('/jobs')
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))

  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()
  expect(screen.getByText('Greeter')).toBeVisible()
  isUp = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Booker')).toBeVisible()
  expect(screen.getByText('Greeter')).toBeVisible()

  isUp = false
  const search = screen.getByRole('searchbox', { name: 'Search jobs' })
  await userEvent.type(search, 'book')
  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()
  expect(search).toBeInTheDocument()
  expect(search).toHaveFocus()
})

test('a deleted job goes at once and comes back by Undo', async () => {
  let jobs = [greeter, booker]
  server.use(
    answerList(() => HttpResponse.json(aList(jobs))),
    http.delete(`*/api/jobs/${greeter.id}`, () => {
      jobs = [booker]
      return deleted()
    }),
    http.put(`*/api/jobs/${greeter.id}`, async ({ request }) => {
      expect(await request.json()).toEqual({ action: 'restore' })
      jobs = [greeter, booker]
      return HttpResponse.json({ success: true, job: greeter })
    }),
  )
  renderRoute('/jobs')
  const list = await screen.findByRole('list', { name: 'Jobs' })

  await userEvent.click(screen.getByRole('button', { name: 'Delete Greeter' }))
  await waitFor(() => expect(within(list).queryByText('Greeter')).not.toBeInTheDocument())
  await userEvent.click(await screen.findByRole('button', { name: 'Undo deleting Greeter' }))

  expect(await within(list).findByText('Greeter')).toBeVisible()
})

test('a refused deletion keeps the job and says why', async () => {
  server.use(
    answerList(() => HttpResponse.json(aList([greeter]))),
    http.delete('*/api/jobs/:id', () => new HttpResponse(null, { status: 404 })),
  )
  renderRoute('/jobs')

  await userEvent.click(await screen.findByRole('button', { name: 'Delete Greeter' }))

  await screen.findByText('The requested resource was not found')
  expect(await screen.findByRole('link', { name: 'Greeter' })).toBeVisible()
})

test('a job is switched off by its version', async () => {
  let ifMatch: string | null = null
  let job = greeter
  server.use(
    answerList(() => HttpResponse.json(aList([job]))),
    http.put(`*/api/jobs/${greeter.id}`, async ({ request }) => {
      ifMatch = request.headers.get('if-match')
      expect(await request.json()).toEqual({ status: 'paused' })
      job = { ...greeter, status: 'paused', version: 2 }
      return HttpResponse.json({ success: true, job })
    }),
  )
  renderRoute('/jobs')

  await userEvent.click(await screen.findByRole('button', { name: 'Switch off Greeter' }))

  expect(await screen.findByRole('button', { name: 'Switch on Greeter' })).toBeVisible()
  expect(ifMatch).toBe('"1"')
})

test('a job can be copied by whoever has that feature', async () => {
  const original = aJob({
    name: 'Greeter',
    status: 'active',
    fields: [
      {
        id: 'f1',
        key: 'when',
        label: 'When',
        type: 'text',
        required: true,
        sensitive: false,
        order: 0,
      },
    ],
  })
  let sent: Job | undefined
  server.use(
    answerList(() => HttpResponse.json(aList([original]))),
    http.get(`*/api/jobs/${original.id}`, () => HttpResponse.json({ job: original, versions: [] })),
    http.post('*/api/jobs', async ({ request }) => {
      sent = (await request.json()) as Job
      return HttpResponse.json(
        { success: true, job: aJob({ id: 'job_copy', name: 'Greeter (copy)' }) },
        { status: 201 },
      )
    }),
    http.get('*/api/jobs/job_copy', () =>
      HttpResponse.json({ job: aJob({ id: 'job_copy', name: 'Greeter (copy)' }) }),
    ),
  )
  const router = renderRoute('/jobs')
  await screen.findByText('Greeter')
  expect(screen.queryByRole('link', { name: 'Copy Greeter' })).not.toBeInTheDocument()

  act(() => setFlags({ 'job-copy': true }))
  await userEvent.click(screen.getByRole('link', { name: 'Copy Greeter' }))
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('Greeter (copy)')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/job_copy/edit'))
  expect(sent).toMatchObject({ name: 'Greeter (copy)', status: 'draft', fields: [{ key: 'when' }] })
  expect(sent?.fields[0]).not.toHaveProperty('id')
})
