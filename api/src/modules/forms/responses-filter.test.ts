import { readFormCall } from '@errand/contract/chats/form'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { answering, newForm } from '../../../test/form-rows.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { contacts } from '../../platform/database/schema.ts'
import { addDays, dayOf } from '../../platform/period/days.ts'

const api = useTestApi()
const answer = answering(api)

const options = [
  { value: 'option_1', label: 'Haircut' },
  { value: 'option_2', label: 'Coloración' },
]
const bookingFields = [
  { key: 'day', label: 'Day', type: 'date' },
  { key: 'at', label: 'Time', type: 'time' },
  { key: 'service', label: 'Service', type: 'select', options },
  { key: 'people', label: 'People', type: 'integer' },
  { key: 'note', label: 'Note', type: 'text' },
].map((field, order) => ({ ...field, order, required: false }))

const newBookings = (owner: Parameters<typeof newForm>[0]) =>
  newForm(owner, 'Bookings', { fields: bookingFields })

async function read(owner: Person, formId: string, query: string) {
  const path = `/api/chats/forms/${formId}?responses=true&${query}`
  const { status, body } = await owner.call('GET', path)
  expect(status).toBe(200)
  expect(readFormCall.answer.parse(body)).toEqual(body)
  return body.responses
}

const notesOf = async (owner: Person, formId: string, query: string) =>
  (await read(owner, formId, query)).items.map(
    ({ values }: { values: { note: string } }) => values.note,
  )

test('answers are found by the days that they are for, with the number of them', async () => {
  const owner = await api.newOwner()
  const job = await newBookings(owner)
  const today = dayOf(new Date(), 'Asia/Kolkata')
  for (const days of [-2, -1, 0, 1, 7])
    await answer(owner, job.id, { day: addDays(today, days), note: String(days) })
  await answer(owner, job.id, { note: 'never' })
  const find = (query: string) => notesOf(owner, job.formId, `sort=day&${query}`)

  expect(await find('')).toEqual(['-2', '-1', '0', '1', '7', 'never'])
  expect(await find('when=upcoming')).toEqual(['0', '1', '7'])
  expect(await find('when=past')).toEqual(['-2', '-1'])
  const days = `answeredFrom=${addDays(today, -1)}&answeredTo=${addDays(today, 1)}`
  expect(await find(days)).toEqual(['-1', '0', '1'])
  expect(await find(`${days}&when=upcoming`)).toEqual(['0', '1'])
  // All of them were answered today.
  expect(await find(`from=${today}&to=${today}`)).toHaveLength(6)

  const { items, totals } = await read(owner, job.formId, 'when=upcoming&limit=1&sort=day')
  expect(items[0].booking).toEqual({ day: today })
  expect(totals.matching).toBe(3)
  const csv = await owner.call('GET', `/api/chats/forms/${job.formId}?format=csv&when=upcoming`)
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1 + 3)
})

test('answers are found by what is in them, and by who gave them', async () => {
  const owner = await api.newOwner()
  const job = await newBookings(owner)
  const people = { cut: 'Ása Brook', colour: 'Ben Dale', other: 'Carol Dale' }
  for (const [note, name] of Object.entries(people)) {
    const service = note === 'cut' ? 'option_1' : 'option_2'
    const { chat } = await answer(owner, job.id, { note, service: note === 'other' ? '' : service })
    const isTheirs = eq(contacts.id, chat.contactId)
    const { call } = owner
    await call('PUT', `/api/chats/contacts/${chat.contactId}`, { body: { name } })
    if (note === 'other')
      await api.database.queries
        .update(contacts)
        .set({ phoneNumber: '+919845900004' })
        .where(isTheirs)
  }
  const find = async (q: string) =>
    (await notesOf(owner, job.formId, `q=${encodeURIComponent(q)}`)).toSorted()

  expect(await find('haircut')).toEqual(['cut'])
  expect(await find('COLORACION')).toEqual(['colour'])
  expect(await find('asa')).toEqual(['cut'])
  expect(await find('dale')).toEqual(['colour', 'other'])
  // One word in the name, the other in the answers.
  expect(await find('dale colorac')).toEqual(['colour'])
  expect(await find('dale haircut')).toEqual([])
  expect(await find('...')).toEqual([])
})

test('answers are ordered by any column, page by page, and those without a value come last', async () => {
  const owner = await api.newOwner()
  const job = await newBookings(owner)
  const rows = [
    { note: 'b', people: 10, day: '2027-01-02', at: '09:00' },
    { note: 'A', people: 9, day: '2027-01-02' },
    { note: 'c', people: 9, day: '2027-01-01', at: '17:00' },
    { note: 'd' },
    { people: -1, at: '10:00' },
  ]
  for (const row of rows) await answer(owner, job.id, row)
  const pages = async (sort: string) => {
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await read(owner, job.formId, `limit=1&sort=${sort}${cursor}`)
      seen.push(
        ...page.items.map(({ values }: { values: { note?: string } }) => values.note ?? '-'),
      )
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    return seen.join(' ')
  }

  expect(await pages('field:note')).toBe('A b c d -')
  expect(await pages('-field:note')).toBe('d c b A -')
  expect(await pages('field:people')).toBe('- A c b d')
  expect(await pages('-field:people')).toBe('b c A - d')
  expect(await pages('day')).toBe('c A b d -')
  expect(await pages('-day')).toBe('b A c - d')
  expect(await pages('contact')).toBe('b A c d -')
  expect(await pages('field:unknown')).toBe('b A c d -')
})

test('a cursor that somebody made up is refused, not run', async () => {
  const owner = await api.newOwner()
  const job = await newBookings(owner)
  const sorts = ['-updatedAt', 'day', 'contact', 'field:note', '-field:people']
  const odd = fc.constantFrom('\0', '1e9999', '-', null)
  const keys = fc.oneof(fc.string({ unit: 'binary' }), fc.double(), odd)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...sorts), keys, async (sort, key) => {
      const place = [sort, key, 'rsp_01J00000000000000000000000']
      const cursor = Buffer.from(JSON.stringify(place)).toString('base64url')
      const path = `/api/chats/forms/${job.formId}?responses=true&sort=${sort}&cursor=${cursor}`
      expect([200, 422]).toContain((await owner.call('GET', path)).status)
    }),
    { numRuns: 60 },
  )
})
