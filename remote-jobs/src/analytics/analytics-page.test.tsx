import { isoDayOf } from '@errand/contract/iso-time'
import type { JobAnalytics } from '@errand/contract/job-analytics'
import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { aJob, answerJob, press, renderRoute } from '../testing/jobs.ts'

const job = aJob({ name: 'Salon', id: 'job_s' })
const totals: JobAnalytics['totals'] = {
  started: 40,
  completed: 24,
  closedIdle: 8,
  handedOff: 6,
  optedOut: 2,
  completionRate: 0.6,
  containment: 0.5,
  medianMinutesToComplete: 12,
  medianFirstReplySeconds: 4.2,
  messagesPerSession: 9,
  costMinor: 7200,
  costPerCompletionMinor: 300,
}
const analytics: JobAnalytics = {
  range: { from: '2026-11-01', to: '2026-11-30', tz: 'Asia/Kolkata', bucket: 'day' },
  totals,
  previous: { ...totals, started: 20, completionRate: null, containment: 0.38 },
  funnel: [
    {
      fieldKey: 'day',
      label: 'Day',
      asked: 40,
      answered: 30,
      dropOff: 10,
      attemptsAvg: 1.4,
      corrections: 3,
      ownerEdits: 1,
    },
  ],
  handoffReasons: [{ reason: 'missing_knowledge', count: 4 }],
  feedback: { good: 5, bad: 2, reasons: [{ reason: 'outdated', count: 2 }] },
  topUnanswered: [{ text: 'Do you do beards?', count: 3, lastSessionId: 'ses_9' }],
  series: [{ date: '2026-11-01', started: 3, completed: 2, handedOff: 1, messages: 20 }],
  versions: [
    { number: 2, publishedAt: '2026-11-10T10:00:00.000Z', completionRate: 0.7, sessions: 20 },
  ],
}

let asked: Record<string, string>[] = []
beforeEach(() => {
  asked = []
  server.use(
    answerJob(job),
    http.get('*/api/billing/config-status', () => HttpResponse.json({ currency: 'INR' })),
    http.get('*/api/jobs/job_s/analytics', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      asked.push(query)
      return query['format'] === 'csv'
        ? new HttpResponse('field,asked\r\n', { headers: { 'content-type': 'text/csv' } })
        : HttpResponse.json(analytics)
    }),
  )
})

test('the page shows totals with their change, fields, reasons, questions and versions', async () => {
  renderRoute('/jobs/job_s/analytics')
  expect(await screen.findByRole('heading', { level: 1, name: 'Salon: analytics' })).toBeVisible()
  expect(await screen.findByRole('img', { name: /Up 100% vs previous 30 days/ })).toBeVisible()
  // A share of a share would be 32 % more.
  expect(screen.getByRole('img', { name: 'Up 12 points vs previous 30 days' })).toBeVisible()
  expect(await screen.findByText('₹3.00')).toBeVisible()

  expect(await screen.findByRole('meter', { name: 'Day' })).toHaveAttribute(
    'aria-valuetext',
    '30 of 40',
  )
  expect(screen.getByRole('meter', { name: 'It did not know' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Do you do beards?' })).toHaveAttribute(
    'href',
    '/chats?session=ses_9',
  )
  expect(screen.getByRole('cell', { name: '70%' })).toBeVisible()
  expect(screen.getByText('5 good replies, 2 bad ones.')).toBeVisible()
  expect(screen.getByRole('meter', { name: 'Out of date' })).toBeVisible()

  await press('Show as table')
  const chart = within(screen.getByRole('region', { name: 'Chats over time' }))
  expect(chart.getByRole('row', { name: /1 Nov|Nov 1/ })).toHaveTextContent('321')
})

test('the range is kept in the address and sent to the api', async () => {
  const router = renderRoute('/jobs/job_s/analytics?from=2026-10-01&to=2026-10-07&bucket=week')
  await waitFor(() =>
    expect(asked.at(-1)).toEqual({ from: '2026-10-01', to: '2026-10-07', bucket: 'week' }),
  )
  expect(screen.getByRole('radio', { name: 'Custom' })).toBeChecked()

  await userEvent.click(screen.getByRole('radio', { name: '7 days' }))
  await waitFor(() => expect(router.state.location.search).toBe('?days=7&bucket=week'))
  const { from = '', to = '' } = asked.at(-1) ?? {}
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(6)
})

test('the range ends today by the corrected clock of the page', async () => {
  const aYearMs = 366 * 86_400_000
  document.documentElement.dataset['clockOffset'] = String(-aYearMs)
  renderRoute('/jobs/job_s/analytics?days=7')
  const aYearAgo = isoDayOf(Date.now() - aYearMs)
  await waitFor(() => expect(asked.at(-1)?.['to']).toBe(aYearAgo))

  delete document.documentElement.dataset['clockOffset']
  const today = isoDayOf(Date.now())
  await waitFor(() => expect(asked.at(-1)?.['to']).toBe(today))
})

test('the figures can be downloaded as CSV', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:it')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  renderRoute('/jobs/job_s/analytics')
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }))

  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(asked.find((query) => query['format'] === 'csv')).toMatchObject({ bucket: 'day' })
})

test('figures that fail to load can be retried', async () => {
  server.use(
    http.get('*/api/jobs/job_s/analytics', () => new HttpResponse(null, { status: 500 }), {
      once: true,
    }),
  )
  renderRoute('/jobs/job_s/analytics')
  expect(await screen.findByText('Server error. Please try again later.')).toBeVisible()
  await press('Retry')

  expect(await screen.findByText('Cost per completion')).toBeVisible()
})
