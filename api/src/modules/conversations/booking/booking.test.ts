import {
  listBookingsCall,
  suggestBookingTextCall,
  changeBookingCall,
} from '@errand/contract/chats/bookings'
import { expect, test } from 'vitest'

import { asking, closeWindow, openShop } from '../../../../test/assistant-api.ts'
import { eventsOf, readChat, receive, words } from '../../../../test/chat-api.ts'
import { insertTemplate } from '../../../../test/chat-rows.ts'
import { answering } from '../../../../test/form-rows.ts'
import { setPreferences } from '../../../../test/owner-preferences.ts'
import { useTestApi, type Owner } from '../../../../test/test-api.ts'

const api = useTestApi()
const tables = asking(['day', 'date'], ['at', 'time'], ['people', 'integer'])
const answers = { day: '2027-01-15', at: '19:30', people: 2 }

/** A chat with a table that somebody has booked. */
async function newBooking(job: object = tables, formData: object = answers) {
  const shop = await openShop(api, { job })
  const { owner } = shop
  const { session } = await receive(owner)
  const path = `/api/chats/sessions/${session.id}`
  const stored = await owner.call('PUT', `${path}/form-data`, { body: { formData } })
  expect(stored.status).toBe(200)
  const change = (body: object, headers: Record<string, string> = {}) =>
    owner.call('POST', `${path}/booking`, { body, headers })
  return { ...shop, sessionId: session.id, path, change, version: stored.body.formData.version }
}

const linesIn = async (owner: Owner, sessionId: string) =>
  (await readChat(owner, sessionId)).items.map(({ text }: { text: string }) => text)

test('confirming, moving and cancelling a booking shows in its chat and in the lists', async () => {
  const { owner, sessionId, change, version } = await newBooking()
  const rows = async (query = '') =>
    (await owner.call('GET', `/api/chats/bookings?from=2027-01-01&to=2027-01-31${query}`)).body
      .items

  const confirmed = await change({ action: 'confirm' }, { 'if-match': `"${version}"` })
  expect(confirmed.status).toBe(200)
  expect(changeBookingCall.answer.parse(confirmed.body)).toEqual(confirmed.body)
  const { formData } = confirmed.body
  expect(formData).toMatchObject({
    version: version + 1,
    booking: { day: '2027-01-15', time: '19:30', decision: 'confirmed' },
  })
  expect(confirmed.headers.get('etag')).toBe(`"${version + 1}"`)
  expect(confirmed.body).not.toHaveProperty('message')
  expect(await rows()).toMatchObject([
    { decision: 'confirmed', decidedAt: formData.booking.decidedAt },
  ])

  const moved = await change({ action: 'move', day: '2027-01-16' })
  expect(moved.body.formData).toMatchObject({
    values: { day: '2027-01-16', at: '19:30' },
    meta: { day: { source: 'owner' } },
    booking: { day: '2027-01-16', time: '19:30', decision: 'confirmed' },
  })
  const later = (await change({ action: 'move', time: '20:00' })).body.formData
  expect(later.values).toMatchObject({ day: '2027-01-16', at: '20:00' })

  const cancelled = await change({ action: 'cancel' })
  expect(cancelled.body.formData.booking.decision).toBe('cancelled')
  // Nothing was answered.
  expect(cancelled.body.formData.updatedAt).toBe(later.updatedAt)
  expect(await linesIn(owner, sessionId)).toEqual([
    'Hello',
    'Booking confirmed: Fri, 15 Jan, 2027, 07:30 pm',
    'Booking moved: Sat, 16 Jan, 2027, 07:30 pm',
    'Booking moved: Sat, 16 Jan, 2027, 08:00 pm',
    'Booking cancelled: Sat, 16 Jan, 2027, 08:00 pm',
  ])
  const { formId } = cancelled.body.formData
  const find = async (decision: string) => {
    const path = `/api/chats/forms/${formId}?responses=true&decision=${decision}`
    return (await owner.call('GET', path)).body.responses.items.length
  }
  expect([await find('cancelled'), await find('confirmed'), await find('none')]).toEqual([1, 0, 0])
})

test('a confirmed booking is undecided again when its time changes', async () => {
  const { owner, path, change } = await newBooking()
  const put = async (formData: object) =>
    (await owner.call('PUT', `${path}/form-data`, { body: { formData } })).body.formData.booking
  await change({ action: 'confirm' })

  expect(await put({ people: 3 })).toMatchObject({ decision: 'confirmed' })
  expect(await put({ at: '20:00' })).toEqual({ day: '2027-01-15', time: '20:00' })
})

test('the message to the contact is sent with the decision, once, and undoing it keeps the decision', async () => {
  const { owner, ownerId, sessionId, change } = await newBooking()
  const message = words('See you on Friday!', { undoSeconds: 30, clientId: 'one' })
  const headers = { 'idempotency-key': 'confirm-1' }

  const first = await change({ action: 'confirm', message }, headers)
  expect(first.status).toBe(200)
  expect(changeBookingCall.answer.parse(first.body)).toEqual(first.body)
  expect(first.body).toMatchObject({
    message: { author: 'owner', text: 'See you on Friday!', status: 'queued' },
    session: { handler: 'owner' },
    balance: { messagesLeft: expect.any(Number) },
  })
  const again = await change({ action: 'confirm', message }, headers)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(again.body).toEqual(first.body)
  const types = (await eventsOf(api, ownerId)).map(({ type }) => type)
  // The answers, then the line of the chat, then the message.
  const told = types.slice(types.lastIndexOf('form_data.updated'))
  expect(told.filter((type) => type !== 'run.state')).toEqual([
    'form_data.updated',
    'message.created',
    'message.created',
    'session.updated',
  ])

  const undone = await owner.call('DELETE', `/api/chats/messages/${first.body.message.id}`)
  expect(undone.body.restored).toBe('See you on Friday!')
  const { session } = await readChat(owner, sessionId)
  expect(session.formData.booking.decision).toBe('confirmed')
})

test('a decision is refused when its message cannot be sent', async () => {
  const { owner, ownerId, sessionId, change, version } = await newBooking()
  await insertTemplate(api.database.queries, {
    ownerId,
    name: 'booking_news',
    body: 'News: {{1}}',
    variables: [{ name: '1', example: 'x' }],
  })
  await closeWindow(api)

  const refused = await change({ action: 'cancel', message: words('Sorry!') })
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'window_closed', meta: { suggestedTemplates: ['booking_news'] } },
  })
  const { formData } = (await readChat(owner, sessionId)).session
  expect(formData).toMatchObject({ version, booking: { day: '2027-01-15' } })
  expect(formData.booking).not.toHaveProperty('decision')

  const template = {
    templateName: 'booking_news',
    languageCode: 'en',
    components: [{ type: 'BODY', text: 'we are closed.' }],
    message: 'News: we are closed.',
  }
  const told = await change({ action: 'cancel', message: template })
  expect(told.body).toMatchObject({
    message: { type: 'template', text: 'News: we are closed.' },
    formData: { booking: { decision: 'cancelled' } },
  })
})

test('an outdated or invalid change is refused', async () => {
  const { change, version } = await newBooking()
  expect(await change({ action: 'confirm' }, { 'if-match': `"${version - 1}"` })).toMatchObject({
    status: 412,
    body: { meta: { current: { version } } },
  })
  for (const [body, pointer] of [
    [{ action: 'move', time: null }, '#/time'],
    [{ action: 'move', time: '25:00' }, '#/time'],
    [{ action: 'move', day: '2027-02-30' }, '#/day'],
    [{ action: 'postpone' }, '#/action'],
  ] as const)
    expect(await change(body)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } })

  const limited = asking(['when', 'date', { validation: { maxDate: '2027-06-30' } }])
  const visit = await newBooking(limited, { when: '2027-01-15' })
  expect(await visit.change({ action: 'move', day: '2027-07-01' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/day', code: 'too_late' }] },
  })
  expect(await visit.change({ action: 'move', time: '10:00' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/time' }] },
  })
  const half = await newBooking(tables, { day: '2027-01-15' })
  expect(await half.change({ action: 'confirm' })).toMatchObject({ status: 409 })
  const undated = await newBooking(asking(['people', 'integer']), { people: 2 })
  expect(await undated.change({ action: 'confirm' })).toMatchObject({ status: 409 })
})

test('moving the day of a date-time keeps its time in the time zone of the business', async () => {
  const { change } = await newBooking(asking(['when', 'datetime']), { when: '2027-01-15T19:30' })

  expect((await change({ action: 'move', day: '2027-01-16' })).body.formData.values.when).toBe(
    '2027-01-16T19:30:00+05:30',
  )
})

test('a moved booking keeps its length, and the suggested message names both ends', async () => {
  const stay = asking(['arrival', 'date'], ['departure', 'date'])
  const { owner, path, change } = await newBooking(stay, {
    arrival: '2026-12-30',
    departure: '2027-01-02',
  })
  const query = 'action=move&day=2027-02-27'
  expect((await owner.call('GET', `${path}/booking/suggestion?${query}`)).body.text).toContain(
    'Sat, 27 Feb 2027 – Tue, 2 Mar 2027',
  )
  expect((await change({ action: 'move', day: '2027-02-27' })).body.formData).toMatchObject({
    values: { arrival: '2027-02-27', departure: '2027-03-02' },
    booking: { day: '2027-02-27', endDay: '2027-03-02', decision: 'confirmed' },
  })
  // With other nights it is not decided any more.
  const { body } = await owner.call('PUT', `${path}/form-data`, {
    body: { formData: { departure: '2027-03-05' } },
  })
  expect(body.formData.booking).toEqual({ day: '2027-02-27', endDay: '2027-03-05' })

  const evening = asking(['day', 'date'], ['from', 'time'], ['until', 'time'])
  const hall = await newBooking(evening, { day: '2027-01-15', from: '20:00', until: '23:30' })
  expect((await hall.change({ action: 'move', time: '22:00' })).body.formData).toMatchObject({
    values: { day: '2027-01-15', from: '22:00', until: '01:30' },
    booking: { endDay: '2027-01-16', endTime: '01:30' },
  })
})

test.each([
  ['en', 'move', 'Your booking has been moved to Sat, 16 Jan 2027, 20:00.'],
  ['de', 'confirm', 'Ihr Termin ist bestätigt: Sa., 16. Jan. 2027, 20:00.'],
  ['hi', 'cancel', 'आपकी बुकिंग रद्द कर दी गई है: शनि, 16 जन॰ 2027, 08:00 pm।'],
  ['es', 'confirm', 'Su reserva está confirmada: sáb, 16 ene 2027, 20:00.'],
])('the message is suggested in the language of the chat: %s', async (language, action, text) => {
  const { owner, path } = await newBooking({ ...tables, language })

  const query = `action=${action}&day=2027-01-16&time=20:00`
  const { status, body } = await owner.call('GET', `${path}/booking/suggestion?${query}`)

  expect(status).toBe(200)
  expect(suggestBookingTextCall.answer.parse(body)).toEqual({ text, language })
  const usual = await owner.call('GET', `${path}/booking/suggestion`)
  expect(usual.body.text).toContain('15')
})

test('the owner cannot move a booking to a taken time unless they force it', async () => {
  const job = { ...tables, behaviour: { booking: { minutes: 90, capacity: 1 } } }
  const { owner, jobId, change } = await newBooking(job)
  const { chat } = await answering(api)(owner, jobId, { ...answers, at: '12:00' })
  const path = `/api/chats/sessions/${chat.id}/booking`
  const move = (body: object) => owner.call('POST', path, { body: { action: 'move', ...body } })

  expect(await move({ time: '20:30' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/time', code: 'slot_taken' }] },
  })
  // As its own booking does not stand in its way.
  expect((await move({ time: '12:30' })).status).toBe(200)
  expect((await move({ time: '20:30', force: true })).status).toBe(200)
  await change({ action: 'cancel' })
  expect((await move({ time: '19:30' })).status).toBe(200)
  // Its place is taken meanwhile.
  expect(await change({ action: 'confirm' })).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/time', code: 'slot_taken' }] },
  })
  expect((await change({ action: 'confirm', force: true })).status).toBe(200)
  await change({ action: 'cancel' })

  const { body } = await owner.call('GET', '/api/chats/bookings?from=2027-01-15&to=2027-01-15')
  expect(listBookingsCall.answer.parse(body)).toEqual(body)
  expect(body.items).toMatchObject([{ durationMinutes: 90 }, { durationMinutes: 90 }])
  const { url } = (await owner.call('POST', '/api/auth/calendar')).body.calendar
  const calendar = await (await api.request(new URL(url).pathname)).text()
  expect(calendar).toContain('DTSTART:20270115T140000Z\r\nDTEND:20270115T153000Z')
})

test('a booking keeps its local time in lists and files when the business changes its time zone', async () => {
  const moments = asking(['when', 'datetime'])
  const { owner, ownerId, path } = await newBooking(moments, { when: '2027-01-15T17:30' })
  const { formId } = (await owner.call('GET', `${path}/messages`)).body.session
  const shown = async () => {
    const list = await owner.call('GET', '/api/chats/bookings?from=2027-01-01&to=2027-01-31')
    const file = await owner.call('GET', `/api/chats/forms/${formId}?format=csv`)
    return {
      list: list.body.items[0].time,
      file: /2027-01-15 \d\d:\d\d/.exec(file.body)?.[0],
      upcoming: (await owner.call('GET', '/api/auth/stats')).body.bookings.upcoming,
    }
  }
  const before = await shown()

  await setPreferences(api.database.queries, ownerId, { business: { timeZone: 'Europe/Berlin' } })

  expect(before).toEqual({ list: '17:30', file: '2027-01-15 17:30', upcoming: 1 })
  expect(await shown()).toEqual(before)
})
