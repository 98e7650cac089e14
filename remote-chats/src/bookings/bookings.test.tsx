import type { BookingItem } from '@errand/contract/chats/bookings'
import { jobFieldSchema } from '@errand/contract/job-field'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, renderRoute, serveInbox } from '../testing/page.tsx'
import { aForm, aSession } from '../testing/samples.ts'
import { addDays, dayAt } from './days.ts'
import { placeBookings } from './time-grid.tsx'

const ravi = aSession()
const today = dayAt(Date.now(), undefined)
const tomorrow = addDays(today, 1)

const aBooking = (parts: Partial<BookingItem>): BookingItem => ({
  id: `fd_${parts.contact?.name ?? 'Ravi'}${parts.time ?? ''}`,
  sessionId: ravi.id,
  contact: ravi.contact,
  version: 1,
  formId: 'frm_1',
  jobId: 'job_1',
  jobName: 'Salon booking',
  day: today,
  status: 'complete',
  summary: 'Haircut',
  ...parts,
})

const date = jobFieldSchema.parse({
  key: 'when',
  label: 'When',
  type: 'datetime',
  order: 0,
  required: true,
})

function serveBookings(items: BookingItem[], fields = [date]) {
  serveInbox({ sessions: [ravi] })
  answer('get */api/chats/forms', () => ({ items: [aForm({ fields })], nextCursor: null }))
  const asked: unknown[] = []
  answer<Record<string, string>>('get */api/chats/bookings', ({ from = '', to = '' }) => {
    asked.push({ from, to })
    return { items: items.filter(({ day }) => from <= day && day <= to), hasMore: false }
  })
  return asked
}

test('what is booked stands there by day, from today on, and leads to its chat', async () => {
  const asha = { ...ravi.contact, id: 'con_2', name: 'Asha' }
  serveBookings([aBooking({ time: '09:30' }), aBooking({ day: tomorrow, contact: asha })])
  renderRoute('/chats/bookings')

  const first = await screen.findByRole('region', { name: /^Today, / })
  expect(within(first).getByRole('listitem')).toHaveTextContent(/9:30 AMRaviHaircutSalon booking/)
  const next = screen.getByRole('region', { name: /^Tomorrow, / })
  expect(within(next).getByRole('listitem')).toHaveTextContent(/All dayAsha/)

  await userEvent.click(within(first).getByRole('button', { name: 'Ravi' }))
  expect(await screen.findByRole('dialog', { name: 'Ravi' })).toBeVisible()
})

test('a week is asked for as one, and the keys lead to the next', async () => {
  const asked = serveBookings([aBooking({ day: tomorrow })])
  const router = renderRoute('/chats/bookings?view=week')
  await screen.findByRole('button', { name: 'Today' })

  await userEvent.keyboard(']')

  await screen.findByRole('button', { name: 'Today' })
  expect(router.state.location.search).toMatch(/^\?view=week&day=/)
  const days = asked.map((range) => Object.values(range as object) as string[])
  for (const [from = '', to] of days) expect(to).toBe(addDays(from, 6))
  expect(days.at(-1)?.[0]).toBe(addDays(days[0]?.[0] ?? '', 7))
})

test('without a job that asks for a date it says what to do', async () => {
  serveBookings([], [])
  renderRoute('/chats/bookings')

  expect(await screen.findByText('No job asks for a date')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to jobs' })).toHaveAttribute('href', '/jobs')
})

test('bookings that overlap stand beside each other, others have the whole width', () => {
  const times = ['09:00', '09:30', '10:00', '12:00']
  const placed = placeBookings(times.map((time) => aBooking({ time })))

  expect(placed.map(({ lane, lanes }) => `${lane} of ${lanes}`)).toEqual([
    '0 of 2',
    '1 of 2',
    '0 of 2',
    '0 of 1',
  ])
})
