import { listBookingsCall } from '@errand/contract/chats/bookings'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { answering, newForm } from '../../../test/form-rows.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { addDays, dayOf } from '../../platform/period/days.ts'
import { readBookings } from './bookings.ts'

const api = useTestApi()
const answer = answering(api)

const fields = [
  { key: 'when', label: 'When', type: 'datetime', required: true },
  { key: 'people', label: 'People', type: 'integer', required: true },
  { key: 'card', label: 'Card', type: 'text', required: false, sensitive: true },
].map((field, order) => ({ ...field, order }))

async function list(owner: Person, query: string) {
  const { status, body } = await owner.call('GET', `/api/chats/bookings?${query}`)
  expect(status).toBe(200)
  expect(listBookingsCall.answer.parse(body)).toEqual(body)
  return body
}

test('the bookings of some days come from all jobs, by day and time', async () => {
  const owner = await api.newOwner()
  const other = await api.newOwner()
  const table = await newForm(owner, 'Tables', { fields })
  const visit = await newForm(owner, 'Visits', {
    fields: [{ key: 'day', label: 'Day', type: 'date', required: true, order: 0 }],
  })
  const foreign = await newForm(other, 'Tables', { fields })
  const evening = { when: '2027-01-02T19:30', people: 2, card: '4111' }
  const { chat, responseId } = await answer(owner, table.id, evening)
  await answer(owner, table.id, { when: '2027-01-02T09:00', people: 1200 })
  await answer(owner, visit.id, { day: '2027-01-02' })
  await answer(owner, visit.id, { day: '2027-01-04' })
  // Not complete yet, and somebody else's.
  await answer(owner, table.id, { when: '2027-01-02T12:00' })
  await answer(other, foreign.id, evening)

  const { items, hasMore } = await list(owner, 'from=2027-01-01&to=2027-01-03')

  expect(hasMore).toBe(false)
  expect(items).toMatchObject([
    { jobName: 'Visits', day: '2027-01-02', summary: '' },
    { jobName: 'Tables', time: '09:00', summary: 'People: 1,200' },
    {
      id: responseId,
      sessionId: chat.id,
      version: 2,
      formId: table.formId,
      jobId: table.id,
      contact: { id: chat.contactId },
      day: '2027-01-02',
      time: '19:30',
      status: 'complete',
      summary: 'People: 2',
    },
  ])
  expect(items[0]).not.toHaveProperty('time')
  // A week.
  expect((await list(owner, 'from=2026-12-29')).items).toHaveLength(4)
  expect((await list(owner, 'from=2026-12-27')).items).toHaveLength(3)
  for (const query of ['from=2027-01-02&to=2027-01-01', 'from=2026-01-01&to=2028-01-01'])
    expect((await owner.call('GET', `/api/chats/bookings?${query}`)).status).toBe(422)
})

const stays = ['Arrival', 'Departure'].map((label, order) => ({
  key: label.toLowerCase(),
  label,
  type: 'date',
  required: true,
  order,
  validation: { dates: 'upcoming' },
}))

test('a stay is on each of its days, in lists, tables, figures and the calendar', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Rooms', { fields: stays })
  const [yesterday, tomorrow] = [addDays(today(), -1), addDays(today(), 1)]
  await answer(owner, job.id, { arrival: yesterday, departure: tomorrow })
  const on = async (from: string, to = from) => (await list(owner, `from=${from}&to=${to}`)).items
  const table = async (when: string) =>
    (await owner.call('GET', `/api/chats/forms/${job.formId}?responses=true&when=${when}`)).body
      .responses.items

  for (const day of [yesterday, today(), tomorrow])
    expect(await on(day)).toMatchObject([{ day: yesterday, endDay: tomorrow, summary: '' }])
  expect(await on(addDays(yesterday, -1))).toEqual([])
  expect(await on(addDays(tomorrow, 1))).toEqual([])
  expect(await table('upcoming')).toMatchObject([{ booking: { endDay: tomorrow } }])
  expect(await table('past')).toEqual([])
  const { bookings } = (await owner.call('GET', '/api/auth/stats?fields=bookings')).body
  expect(bookings).toEqual({ today: 1, tomorrow: 1, upcoming: 1 })
  const compact = (day: string) => day.replaceAll('-', '')
  expect(await calendarOf(owner)).toContain(
    `DTSTART;VALUE=DATE:${compact(yesterday)}\r\nDTEND;VALUE=DATE:${compact(addDays(tomorrow, 1))}`,
  )
})

test('a booking that lasts past midnight is on the next day, too', async () => {
  const owner = await api.newOwner()
  const booking = { minutes: 180, capacity: 1 }
  const job = await newForm(owner, 'Karaoke', { fields, behaviour: { booking } })
  await answer(owner, job.id, { when: '2027-01-02T21:00', people: 1 })
  await answer(owner, job.id, { when: '2027-01-02T22:30', people: 2 })

  const { items } = await list(owner, 'from=2027-01-03&to=2027-01-03')

  expect(items).toMatchObject([{ day: '2027-01-02', time: '22:30', durationMinutes: 180 }])
})

const today = () => dayOf(new Date(), 'Asia/Kolkata')

/** The text of an owner's calendar. */
async function calendarOf(owner: Person): Promise<string> {
  const { url } = (await owner.call('POST', '/api/auth/calendar')).body.calendar
  return (await api.request(new URL(url).pathname)).text()
}

test('of very many bookings the first five hundred come, read from an index', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Tables', { fields })
  const { chat } = await answer(owner, job.id, { when: '2027-01-02T19:30', people: 2 })
  const { queries } = api.database
  await queries.execute(sql`
    insert into chat_sessions select (jsonb_populate_record(s, jsonb_build_object(
      'id', 'ses_' || lpad(n::text, 26, '0'), 'status', 'completed'))).*
    from chat_sessions s, generate_series(1, 3000) n where s.id = ${chat.id}`)
  await queries.execute(sql`
    insert into form_data select (jsonb_populate_record(f, jsonb_build_object(
      'id', 'rsp_' || lpad(n::text, 26, '0'), 'session_id', 'ses_' || lpad(n::text, 26, '0'),
      'day', date '2027-01-02' - n / 600, 'last_day', date '2027-01-02' - n / 600))).*
    from form_data f, generate_series(1, 3000) n where f.session_id = ${chat.id}`)
  await queries.execute(sql`analyze form_data`)

  const { items, hasMore } = await list(owner, 'from=2027-01-02&to=2027-01-02')

  expect([items.length, hasMore]).toEqual([500, true])
  const page = { ownerId: owner.id, from: '2027-01-02', to: '2027-01-02', limit: 501 }
  const plan = JSON.stringify(await queries.execute(sql`explain ${readBookings(queries, page)}`))
  expect(plan).toMatch(/Scan (using|on) form_data_by_day/)
})

test('the dashboard says how many bookings there are today and tomorrow', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Tables', { fields })
  for (const [days, people] of [
    [-1, 1],
    [0, 1],
    [0, 2],
    [1, 1],
    [1, null],
    [2, 1],
  ] as const) {
    await answer(owner, job.id, { when: `${addDays(today(), days)}T12:00`, people })
  }

  const { body } = await owner.call('GET', '/api/auth/stats?fields=bookings')

  expect(body.bookings).toEqual({ today: 2, tomorrow: 1, upcoming: 4 })
})
