import type { Job } from '@errand/contract/jobs'
import { server } from '@errand/shared-auth/testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'

import { aJob, aList, answerJob, answerList, press, renderRoute, saved } from '../testing/jobs.ts'

const greeter = { ...aJob({ name: 'Greeter', status: 'active' }), liveVersionId: 'ver_1' }
const none = { draft: 0, active: 0, paused: 0, archived: 0 }
const booker = aJob({ name: 'Booker' })

test('an owner without jobs sees a prompt with six examples', async () => {
  server.use(answerList(() => aList([])))
  const router = renderRoute('/jobs')

  const box = await screen.findByRole('textbox', { name: 'What should the assistant do for you?' })
  expect(screen.getByRole('button', { name: 'Write the job' })).toBeDisabled()
  for (const name of ['Bookings', 'New leads', 'Orders', 'Feedback', 'Support', 'Event replies']) {
    expect(screen.getByRole('button', { name })).toBeVisible()
  }
  expect(screen.getByRole('link', { name: 'Start with an empty form' })).toHaveAttribute(
    'href',
    '/jobs/new',
  )

  await userEvent.type(box, 'Take bookings')
  // During composition of an input method; Safari reports it by the key code alone.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  expect(router.state.location.pathname).toBe('/jobs')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/jobs/new'))
})

test('the typed prompt is kept until a job is saved', async () => {
  const salon = aJob({ name: 'Salon' })
  server.use(
    answerList(() => aList([])),
    http.post('*/api/jobs', () => saved(salon, 201)),
    answerJob(salon),
  )
  const box = () => screen.findByRole('textbox', { name: 'What should the assistant do for you?' })
  renderRoute('/jobs')
  await userEvent.type(await box(), 'Take bookings')
  cleanup()
  renderRoute('/jobs')
  expect(await box()).toHaveValue('Take bookings')
  cleanup()
  renderRoute('/jobs/new')
  await userEvent.type(await box(), ' for my salon')
  cleanup()
  renderRoute('/jobs')
  expect(await box()).toHaveValue('Take bookings for my salon')
  cleanup()

  renderRoute('/jobs/new')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Salon')
  await press('Save')
  await screen.findByText('Job saved')
  cleanup()
  renderRoute('/jobs')
  expect(await box()).toHaveValue('')
})

test('search, status and sort order are in the address', async () => {
  server.use(
    answerList((query) => {
      const isNarrowed = query.get('q') === 'book' && query.get('status') === 'draft'
      const jobs = isNarrowed && query.get('sort') === 'name' ? [booker] : [greeter]
      return aList(jobs)
    }),
  )
  const router = renderRoute('/jobs')
  await screen.findByText('Greeter')

  await userEvent.type(screen.getByRole('searchbox', { name: 'Search jobs' }), 'book')
  await userEvent.click(screen.getByRole('button', { name: /^Draft/ }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort' }), 'Name')

  expect(await screen.findByText('Booker')).toBeVisible()
  expect(router.state.location.search).toBe('?q=book&status=draft&sort=name')
})

test('a search without results shows a message and a way to clear the filters', async () => {
  server.use(
    answerList((query) => {
      const jobs = query.has('q') ? [] : [greeter]
      return { ...aList(jobs), totals: { ...none, active: 1 } }
    }),
  )
  const router = renderRoute('/jobs?q=zebra')

  expect(await screen.findByRole('heading', { name: 'No jobs found' })).toBeVisible()
  await press('Clear filters')

  expect(await screen.findByText('Greeter')).toBeVisible()
  const search = screen.getByRole('searchbox', { name: 'Search jobs' })
  await waitFor(() => expect(search).toHaveValue(''))
  expect(router.state.location.search).toBe('')
})

test('a deleted job can be found and restored', async () => {
  let job: Job = { ...greeter, status: 'archived' }
  server.use(
    answerList((query) => {
      const isShown = query.get('status') === job.status
      return { ...aList(isShown ? [job] : []), totals: { ...none, archived: 1 } }
    }),
    http.put(`*/api/jobs/${greeter.id}`, async ({ request }) => {
      expect(await request.json()).toEqual({ action: 'restore' })
      job = { ...greeter, status: 'paused' }
      return saved(job)
    }),
  )
  renderRoute('/jobs')
  await userEvent.click(await screen.findByRole('link', { name: 'Deleted jobs' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Restore Greeter' }))

  expect(await screen.findByRole('heading', { name: 'No jobs found' })).toBeVisible()
})

test('a long list loads more pages, and an error keeps what is shown', async () => {
  let isUp = false
  server.use(
    answerList((query) => {
      if (!isUp) return new HttpResponse(null, { status: 500 })
      return query.get('cursor') === 'c2' ? aList([booker]) : aList([greeter], 'c2')
    }),
  )
  const failure = 'Server error. Please try again later.'
  renderRoute('/jobs')
  expect(await screen.findByText(failure)).toBeVisible()
  isUp = true
  await press('Retry')
  await screen.findByRole('link', { name: 'Greeter' })

  isUp = false
  await press('Show more')
  expect(await screen.findByText(failure)).toBeVisible()
  expect(screen.getByText('Greeter')).toBeVisible()
  isUp = true
  await press('Retry')
  expect(await screen.findByText('Booker')).toBeVisible()
  expect(screen.getByText('Greeter')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()

  isUp = false
  const search = screen.getByRole('searchbox', { name: 'Search jobs' })
  await userEvent.type(search, 'book')
  // Each letter is a new search: the error of one is removed when the next starts.
  await waitFor(() => expect(screen.getByText(failure)).toBeVisible())
  expect(search).toHaveFocus()
})

test('a card shows the statistics of a job, and a draft has no switch', async () => {
  const stats = { sessions30d: 24, completionRate30d: 0.75, openSessions: 3 }
  server.use(
    answerList(() =>
      aList([
        { ...greeter, stats },
        { ...booker, liveVersionId: null, status: 'draft' },
      ]),
    ),
  )
  renderRoute('/jobs')
  const [first, second] = await screen.findAllByRole('listitem')
  const card = within(first as HTMLElement)

  expect(card.getByRole('meter', { name: 'Completed, 30 days' })).toHaveAttribute(
    'aria-valuetext',
    '75% of 24 chats',
  )
  expect(card.getByText('3 open chats')).toBeVisible()
  expect(card.getByText('Unpublished changes')).toBeVisible()
  const draft = within(second as HTMLElement)
  expect(draft.getByText('Draft')).toBeVisible()
  expect(draft.queryByRole('switch')).not.toBeInTheDocument()
})
