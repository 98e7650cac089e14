import type { BookingItem } from '@errand/contract/chats/bookings'
import type { ReplyInput } from '@errand/contract/chats/reply'
import { isoDayOf } from '@errand/contract/iso-time'
import { jobFieldSchema } from '@errand/contract/job-field'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'

import { addDays } from '../data/days.ts'
import { answer, renderRoute, serveInbox } from '../testing/page.tsx'
import {
  aForm,
  aProblem,
  aSession,
  aTemplate,
  closedWindow,
  someAnswers,
} from '../testing/samples.ts'
import { placeBookings } from './time-grid.tsx'

const ravi = aSession()
const today = isoDayOf(Date.now())
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
    return {
      items: items.filter(({ day, endDay = day }) => from <= endDay && day <= to),
      hasMore: false,
    }
  })
  return asked
}

test('days are requested in ISO 8601, whatever the browser’s date format', async () => {
  // As ICU 72, of some WebKits, writes the short date of en-CA.
  const prototype: { format: unknown } = Intl.DateTimeFormat.prototype
  const format = vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/29/26')
  onTestFinished(() => format.mockRestore())
  const asked = serveBookings([aBooking({})])
  renderRoute('/chats/bookings')

  expect(await screen.findByRole('button', { name: 'Ravi' })).toBeVisible()
  expect(asked).toEqual([{ from: today, to: addDays(today, 29) }])
})

test('a cancellation that the contact asked for takes one press', async () => {
  const cancelAskedAt = '2026-11-28T09:00:00.000Z'
  const sent = serveDecisions(aBooking({ time: '09:30', decision: 'confirmed', cancelAskedAt }))
  renderRoute('/chats/bookings')
  expect(await screen.findByRole('listitem')).toHaveTextContent(/Asks to cancel.*Confirmed/)

  await userEvent.click(screen.getByRole('button', { name: 'Cancel booking' }))
  await screen.findByRole('textbox', { name: 'Message' })
  await press('Cancel booking')

  await screen.findByText('Booking cancelled.')
  expect(sent).toMatchObject([{ action: 'cancel' }])
})

test('bookings are listed by day from today and open their chat', async () => {
  const asha = { ...ravi.contact, id: 'con_2', name: 'Asha' }
  const proposed = { day: tomorrow, time: '16:00' }
  serveBookings([aBooking({ time: '09:30' }), aBooking({ day: tomorrow, contact: asha, proposed })])
  renderRoute('/chats/bookings')

  const first = await screen.findByRole('region', { name: /^Today, / })
  expect(within(first).getByRole('listitem')).toHaveTextContent(/9:30 AMRaviHaircutSalon booking/)
  const next = screen.getByRole('region', { name: /^Tomorrow, / })
  expect(within(next).getByRole('listitem')).toHaveTextContent(/All dayAsha.*Asks for .*4:00 PM/)

  await userEvent.click(within(first).getByRole('button', { name: 'Ravi' }))
  expect(await screen.findByRole('dialog', { name: 'Ravi' })).toBeVisible()
})

const columnOf = (day: string) =>
  screen.findByRole('region', { name: new RegExp(`^\\w+day, .*\\b${Number(day.slice(8))}\\b`) })

test('a stay is shown on each of its days, with one menu', async () => {
  const endDay = addDays(today, 2)
  serveBookings([aBooking({ endDay, summary: 'Sea view' })])
  renderRoute('/chats/bookings')

  const days = await screen.findAllByRole('listitem')
  const [arrival, night, departure] = days.map((day) => day.textContent)
  expect(arrival).toMatch(/^Day 1\/3Ravi.* – .*Sea view/)
  expect([night, departure]).toEqual(['Day 2/3RaviSalon booking', 'Day 3/3RaviSalon booking'])
  expect(screen.getAllByRole('button', { name: 'Booking of Ravi' })).toHaveLength(1)
})

test('a booking past midnight is shown on the next day until it ends', async () => {
  const late = aBooking({ day: addDays(today, -1), time: '23:30', durationMinutes: 120 })
  serveBookings([{ ...late, endDay: today, endTime: '01:30' }])
  renderRoute(`/chats/bookings?view=day`)

  const column = await columnOf(today)
  const item = within(column).getByRole('listitem')
  expect(item).toHaveTextContent(/^Until 1:30 AMRavi/)
  expect(item).toHaveStyle({ insetBlockStart: '0px', blockSize: `${1.5 * 52 - 2}px` })
})

test('a week is requested at once, and a key opens the next', async () => {
  const asked = serveBookings([aBooking({ day: tomorrow })])
  const router = renderRoute('/chats/bookings?view=week')
  await screen.findByRole('button', { name: 'Today' })
  await waitFor(() => expect(asked).not.toEqual([]))

  await userEvent.keyboard(']')

  await screen.findByRole('button', { name: 'Today' })
  expect(router.state.location.search).toMatch(/^\?view=week&day=/)
  const days = asked.map((range) => Object.values(range as object) as string[])
  for (const [from = '', to] of days) expect(to).toBe(addDays(from, 6))
  expect(days.at(-1)?.[0]).toBe(addDays(days[0]?.[0] ?? '', 7))
})

test('without a job that asks for a date the page links to the jobs', async () => {
  serveBookings([], [])
  renderRoute('/chats/bookings')

  expect(await screen.findByText('No job asks for a date')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to jobs' })).toHaveAttribute('href', '/jobs')
})

test('overlapping bookings are placed side by side, and others have the whole width', () => {
  const times = ['09:00', '09:30', '10:00', '12:00']
  const placed = placeBookings(
    times.map((time) => aBooking({ time })),
    today,
  )

  expect(placed.map(({ lane, lanes }) => `${lane} of ${lanes}`)).toEqual([
    '0 of 2',
    '1 of 2',
    '0 of 2',
    '0 of 1',
  ])
})

/** Serves the decision about a booking; returns what was sent, and for which version. */
function serveDecisions(booking: BookingItem, refused?: () => Response) {
  serveBookings([booking])
  answer<Record<string, string>>('get */booking/suggestion', ({ action, day = '' }) => ({
    text: `${action} ${day}`.trim(),
    language: 'en',
  }))
  const sent: unknown[] = []
  answer<{ formDataId: string; action: string; message?: ReplyInput }>(
    'post */booking',
    (change, request) => {
      const { message, formDataId, ...rest } = change
      expect(formDataId).toBe(booking.id)
      sent.push({ ...rest, told: message?.message, version: request.headers.get('if-match') })
      const formData = someAnswers({ status: 'complete', version: 2 })
      return refused?.() ?? { success: true, formData, session: { ...ravi, formData, seq: 2 } }
    },
  )
  return sent
}
const openMenu = async (entry: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'Booking of Ravi' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

/** Presses a button of the dialog. */
const press = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))

test('confirming a booking sends the contact a message that the owner can edit', async () => {
  const sent = serveDecisions(aBooking({ time: '09:30' }))
  renderRoute('/chats/bookings')
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm the booking of Ravi' }))
  const text = await screen.findByRole('textbox', { name: 'Message' })
  expect(text).toHaveValue('confirm')
  await userEvent.type(text, ', see you')
  await press('Confirm')

  await screen.findByText('Booking confirmed.')
  expect(sent).toEqual([{ action: 'confirm', told: 'confirm, see you', version: '"1"' }])
})

test('a booking can be moved without a message, and a refused time shows the reason', async () => {
  const sent = serveDecisions(aBooking({ time: '09:30', decision: 'confirmed' }), () =>
    HttpResponse.json(
      aProblem(422, 'validation_failed', {
        errors: [{ pointer: '#/time', code: 'slot_taken', detail: 'That time is taken.' }],
      }),
      { status: 422 },
    ),
  )
  renderRoute('/chats/bookings')
  await openMenu('Move')
  const time = await screen.findByLabelText('Time')
  await userEvent.clear(time)
  await userEvent.type(time, '11:00')
  expect(await screen.findByRole('textbox', { name: 'Message' })).toHaveValue(`move ${today}`)
  await userEvent.click(screen.getByRole('switch', { name: 'Tell Ravi' }))
  await press('Move')

  expect(await screen.findByText('That time is taken.')).toBeVisible()
  expect(time).toHaveValue('11:00')
  await press('Take it anyway')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ force: true, time: '11:00' })
  expect(sent.slice(0, 1)).toEqual([
    { action: 'move', day: today, time: '11:00', told: undefined, version: '"1"' },
  ])
})

test('after 24 hours a cancellation is sent as a template', async () => {
  const late = { ...ravi, ...closedWindow() }
  const sent = serveDecisions(aBooking({ sessionId: late.id }))
  serveInbox({ sessions: [late], templates: [aTemplate()] })
  renderRoute('/chats/bookings')
  await openMenu('Cancel booking')

  expect(await screen.findByText(/only a template reaches the customer/)).toBeVisible()
  await userEvent.type(await screen.findByRole('textbox', { name: 'Value 2' }), 'your booking')
  await press('Cancel booking')

  await screen.findByText('Booking cancelled.')
  expect(sent).toEqual([
    { action: 'cancel', told: 'Hi Ravi, about your booking: shall we go on?', version: '"1"' },
  ])
})

/** Presses the button, and says that the address may end. */
