import type { ActivityEntry } from '@errand/contract/activity'
import { owner } from '@errand/contract/testing/owner'
import { server } from '@errand/shared-auth/testing'
import { applySettings } from '@errand/shared-ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { cacheOwner, openSettings } from '../testing/open-settings.tsx'

beforeEach(() => {
  cacheOwner(owner)
  vi.useFakeTimers({ now: new Date('2026-11-28T09:00:00Z'), toFake: ['Date'] })
  applySettings({ timeZone: 'Asia/Kolkata' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete document.documentElement.dataset['timeZone']
})

const onPhone = { device: 'Chrome on Android', address: '192.0.2.7' }
let count = 0
const entry = (at: string, parts: Partial<ActivityEntry>): ActivityEntry => ({
  id: `act_${(count += 1)}`,
  at,
  kind: 'signed_in',
  actor: onPhone,
  detail: {},
  ...parts,
})
const page = (items: ActivityEntry[], nextCursor: string | null = null) =>
  HttpResponse.json({ items, nextCursor })
const failed = () => new HttpResponse(null, { status: 500 })

/** An api that answers each query of the log by this. */
function answerActivity(answer: (query: string) => Response) {
  const queries: string[] = []
  server.use(
    http.get('*/api/auth/activity', ({ request }) => {
      const { search } = new URL(request.url)
      queries.push(search)
      return answer(search)
    }),
  )
  return queries
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const rowsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test('activity is listed by day in the business’s time zone, with device and address', async () => {
  answerActivity(() =>
    page([
      entry('2026-11-28T08:00:00Z', { kind: 'chats_exported', detail: { count: 2000 } }),
      entry('2026-11-27T20:00:00Z', {
        kind: 'payment_received',
        actor: null,
        detail: { amountMinor: 2000, currency: 'EUR' },
      }),
      entry('2026-11-27T08:00:00Z', { kind: 'job_deleted', detail: { name: 'Salon' } }),
      entry('2026-11-26T08:00:00Z', {
        kind: 'device_signed_out',
        actor: { device: '', address: '' },
        detail: { name: '' },
      }),
      entry('2026-11-26T07:00:00Z', {
        kind: 'retention_changed',
        detail: { before: 12, after: 1 },
      }),
    ]),
  )
  openSettings('#activity')

  await screen.findByRole('heading', { name: 'Today' })
  const lists = ['Today', 'Yesterday', 'Thursday, November 26, 2026'].map((name) =>
    rowsOf(screen.getByRole('list', { name })),
  )
  expect(lists).toEqual([
    [
      '2,000 chats exportedChrome on Android192.0.2.71:30 PM',
      'Payment received: €20.00Errand1:30 AM',
    ],
    ['Job deleted: SalonChrome on Android192.0.2.71:30 PM'],
    [
      'Device signed out: Unknown deviceUnknown device1:30 PM',
      'Chats are kept for 1 month instead of 12Chrome on Android192.0.2.712:30 PM',
    ],
  ])
  expect(screen.getByText('Salon').tagName).toBe('BDI')
})

test('the log can be filtered by kind', async () => {
  const queries = answerActivity((query) =>
    page(query === '' ? [entry('2026-11-28T08:00:00Z', {})] : []),
  )
  openSettings('#activity')
  await screen.findByText('Signed in')
  await press('Payments')

  expect(await screen.findByText('Nothing of this kind happened in the last year.')).toBeVisible()
  expect(screen.queryByText('Signed in')).toBeNull()
  expect(screen.getByRole('button', { name: 'Payments' })).toHaveAttribute('aria-pressed', 'true')
  expect(queries).toEqual(['', '?group=payments'])
})

test('older entries are loaded on request, and an error keeps the list and can be retried', async () => {
  let answerOlder = failed
  answerActivity((query) =>
    query === '' ? page([entry('2026-11-28T08:00:00Z', {})], 'older') : answerOlder(),
  )
  openSettings('#activity')
  await screen.findByText('Signed in')
  await press('Show more')
  expect(await screen.findByRole('alert')).toHaveTextContent('Older activity could not be loaded.')
  expect(screen.getByText('Signed in')).toBeVisible()

  answerOlder = () => page([entry('2026-11-28T07:00:00Z', { kind: 'assistant_off' })])
  await press('Retry')

  expect(await screen.findByText('Assistant turned off')).toBeVisible()
  expect(screen.getAllByRole('list', { name: 'Today' })).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
})

test('a log that could not be loaded can be retried', async () => {
  answerActivity(failed)
  openSettings('#activity')
  expect(await screen.findByRole('alert')).toHaveTextContent('Your activity could not be loaded.')

  answerActivity(() => page([]))
  await press('Retry')

  expect(await screen.findByText('Nothing yet')).toBeVisible()
})

test('the download uses the filter, is logged, and a failure shows an error', async () => {
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:saved')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const asked: string[] = []
  let answerFile = failed
  server.use(
    http.get('*/api/auth/activity/export', ({ request }) => {
      asked.push(new URL(request.url).search)
      return answerFile()
    }),
  )
  answerActivity(() =>
    page(
      saved.mock.calls.length === 0
        ? []
        : [entry('2026-11-28T09:00:00Z', { kind: 'activity_exported' })],
    ),
  )
  openSettings('#activity')
  await press('Exports')
  await press('Download CSV')
  expect(await screen.findByRole('alert')).toHaveTextContent('Server error.')
  expect(saved).not.toHaveBeenCalled()

  answerFile = () => new HttpResponse('Time,Time UTC')
  await press('Download CSV')

  expect(await screen.findByText('Activity downloaded')).toBeVisible()
  expect(saved).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked).toEqual(['?group=exports', '?group=exports'])
})

test('the devices and the activity link to each other, and the focus follows', async () => {
  answerActivity(() => page([]))
  server.use(http.get('*/api/auth/sign-ins', () => HttpResponse.json({ signIns: [] })))
  openSettings('#security')
  await userEvent.click(screen.getByRole('link', { name: 'See recent activity' }))
  await waitFor(() => expect(screen.getByRole('group', { name: 'Activity' })).toHaveFocus())

  await userEvent.click(screen.getByRole('link', { name: 'See your devices' }))
  await waitFor(() => expect(screen.getByRole('group', { name: 'Security' })).toHaveFocus())
})
