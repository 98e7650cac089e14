import { readCalendarCall } from '@errand/contract/calendar'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { answering, newForm } from '../../../../test/form-rows.ts'
import { useTestApi, type Owner } from '../../../../test/test-api.ts'
import { calendarFeeds } from '../../../platform/database/schema.ts'
import { addDays, dayOf } from '../../../platform/period/days.ts'

const api = useTestApi()
const answer = answering(api)

const fields = [
  { key: 'day', label: 'Day', type: 'date', required: true },
  { key: 'at', label: 'Time', type: 'time', required: false },
  { key: 'note', label: 'Note', type: 'text', required: false },
  { key: 'card', label: 'Card', type: 'text', required: false, sensitive: true },
].map((field, order) => ({ ...field, order }))

async function ask(owner: Owner, method: 'GET' | 'POST' | 'DELETE') {
  const { status, body } = await owner.call(method, '/api/auth/calendar')
  expect(status).toBe(200)
  expect(readCalendarCall.answer.parse(body)).toEqual(body)
  return body.calendar
}

/** Reads an address as a calendar program does: without a token. */
const read = (url: string, headers: Record<string, string> = {}) =>
  api.request(url.slice(api.publicUrl.length), { headers })

const textOf = async (url: string) =>
  (await (await read(url)).text()).replaceAll('\r\n ', '').split('\r\n')

test('bookings of a month ago up to a year ahead are in the calendar, as they stand', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Tables', { fields })
  const today = dayOf(new Date(), 'Asia/Kolkata')
  const evening = { day: today, at: '19:30', note: 'Window; quiet', card: '4111' }
  const { chat, responseId } = await answer(owner, job.id, evening)
  for (const days of [-31, -30, 365, 366]) {
    await answer(owner, job.id, { day: addDays(today, days), note: `day ${days}` })
  }
  const { url } = await ask(owner, 'POST')

  const response = await read(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('private, max-age=300')
  const lines = await textOf(url)
  const days = lines.filter((line) => line.startsWith('DESCRIPTION')).map((line) => line.slice(-8))
  expect(days).toEqual([' day -30', '\\; quiet', ' day 365'])
  const compact = today.replaceAll('-', '')
  expect(lines).toEqual(
    expect.arrayContaining([
      `UID:${responseId}@errand`,
      'STATUS:TENTATIVE',
      `DTSTART:${compact}T140000Z`,
      `DTEND:${compact}T150000Z`,
      `DTSTART;VALUE=DATE:${addDays(today, -30).replaceAll('-', '')}`,
      `DTEND;VALUE=DATE:${addDays(today, -29).replaceAll('-', '')}`,
      `URL:${api.publicUrl}/chats?session=${chat.id}`,
    ]),
  )
  expect(lines.join()).toMatch(/SUMMARY:Tables: Person \d+,/)
  expect(lines.join()).toMatch(/DESCRIPTION:\+1 ?444[\d ]+\\nNote: Window\\; quiet,/)
  expect(lines.join()).not.toContain('4111')

  const path = `/api/chats/sessions/${chat.id}/booking`
  await owner.call('POST', path, { body: { action: 'move', time: '20:00' } })
  const moved = await textOf(url)
  expect(moved).toEqual(
    expect.arrayContaining(['STATUS:CONFIRMED', 'SEQUENCE:3', `DTSTART:${compact}T143000Z`]),
  )
  await owner.call('POST', path, { body: { action: 'cancel' } })
  expect(await textOf(url)).toEqual(
    expect.arrayContaining([`UID:${responseId}@errand`, 'STATUS:CANCELLED', 'SEQUENCE:4']),
  )
})

test('of too many bookings those to come are in the calendar, then the latest of the past', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner, 'Tables', { fields })
  const today = dayOf(new Date(), 'Asia/Kolkata')
  await answer(owner, job.id, { day: today, note: 'today' })
  const { chat } = await answer(owner, job.id, { day: addDays(today, -9), note: 'past' })
  const { queries } = api.database
  await queries.execute(sql`
    insert into chat_sessions select (jsonb_populate_record(s, jsonb_build_object(
      'id', 'ses_' || lpad(n::text, 26, '0'), 'status', 'completed'))).*
    from chat_sessions s, generate_series(1, 2000) n where s.id = ${chat.id}`)
  await queries.execute(sql`
    insert into form_data select (jsonb_populate_record(f, jsonb_build_object(
      'id', 'rsp_' || lpad(n::text, 26, '0'), 'session_id', 'ses_' || lpad(n::text, 26, '0'),
      'day', f.day + 1, 'last_day', f.day + 1))).*
    from form_data f, generate_series(1, 2000) n where f.session_id = ${chat.id}`)
  const { url } = await ask(owner, 'POST')

  const lines = await textOf(url)

  const first = lines.find((line) => line.startsWith('DTSTART'))
  expect(first).toContain(addDays(today, -8).replaceAll('-', ''))
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(2000)
  expect(lines.findLast((line) => line.startsWith('DESCRIPTION'))).toContain('today')
})

test('a calendar that has not changed is not sent again', async () => {
  const owner = await api.newOwner()
  const { url } = await ask(owner, 'POST')
  const etag = (await read(url)).headers.get('etag') ?? ''

  const same = await read(url, { 'if-none-match': etag })

  expect([same.status, await same.text()]).toEqual([304, ''])
})

test('the address is a secret: shown again, renewed and ended by its owner alone', async () => {
  const owner = await api.newOwner()
  const other = await api.newOwner()
  expect(await ask(owner, 'GET')).toBeNull()
  const first = await ask(owner, 'POST')
  expect(await ask(owner, 'GET')).toEqual(first)
  expect(await ask(other, 'GET')).toBeNull()

  const second = await ask(owner, 'POST')
  expect(second.url).not.toBe(first.url)
  expect([(await read(first.url)).status, (await read(second.url)).status]).toEqual([404, 200])
  const token = second.url.match(/([^/]*)\.ics$/)[1]
  expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  // Neither the database nor the log has it.
  expect(JSON.stringify(await api.database.queries.select().from(calendarFeeds))).not.toContain(
    token,
  )
  expect(api.log.join('')).not.toContain(token)

  expect(await ask(other, 'DELETE')).toBeNull()
  expect((await read(second.url)).status).toBe(200)
  expect(await ask(owner, 'DELETE')).toBeNull()
  expect(await ask(owner, 'GET')).toBeNull()
  expect((await read(second.url)).status).toBe(404)
  for (const name of ['x.ics', `${token}`, `${token}.ics.ics`, '%00.ics'])
    expect((await read(`${api.publicUrl}/api/calendar/${name}`)).status).toBe(404)
})

test('the calendar of a closed account is gone', async () => {
  const owner = await api.newOwner()
  const { url } = await ask(owner, 'POST')
  const body = { confirm: 'DELETE' }
  expect((await owner.call('DELETE', '/api/auth/account', { body })).status).toBe(200)

  expect((await read(url)).status).toBe(404)
  const isTheirs = eq(calendarFeeds.ownerId, owner.id)
  expect(await api.database.queries.$count(calendarFeeds, isTheirs)).toBe(0)
})

test('one calendar can be read so often, and no more', async () => {
  const owner = await api.newOwner()
  const { url } = await ask(owner, 'POST')
  const statuses = []
  for (let time = 0; time < 121; time += 1) statuses.push((await read(url)).status)

  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  expect(statuses.at(-1)).toBe(429)
})
