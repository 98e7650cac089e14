import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { addMany } from '../../../../test/add-many.ts'
import { receive } from '../../../../test/chat-api.ts'
import { insertChat, insertMessage } from '../../../../test/chat-rows.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { insertAnswers } from '../../../../test/form-rows.ts'
import { setPreferences } from '../../../../test/owner-preferences.ts'
import { useTestApi, type Owner } from '../../../../test/test-api.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { contacts, messages } from '../../../platform/database/schema.ts'

const api = useTestApi()

const nasty = '=HYPERLINK("http://x")\n"quoted", <b>& _x0041_ 😀'
let owner: Owner
let chat: Awaited<ReturnType<typeof insertChat>>

afterEach(() => void vi.useRealTimers())

beforeAll(async () => {
  owner = await api.newOwner()
  await setPreferences(api.database.queries, owner.id, {
    business: { timeZone: 'Asia/Kolkata', name: 'Asha Salon' },
  })
  chat = await insertChat(api.database.queries, { ownerId: owner.id, messageCount: 4 })
  await api.database.queries
    .update(contacts)
    .set({ name: 'Ravi रवि', phoneNumber: '+919800000001' })
    .where(eq(contacts.id, chat.contactId))
  const at = (minutes: number) => new Date(Date.parse('2026-03-09T20:00:00Z') + minutes * 60_000)
  const out = { direction: 'out', status: 'sent' } as const
  const media = { id: newId('file'), mimeType: 'image/png', bytes: 9, fileName: 'a "b".png' }
  const rows = [
    { text: nasty, createdAt: at(0) },
    { ...out, author: 'assistant', text: 'Hello', createdAt: at(1) },
    { type: 'image', media, createdAt: at(2) },
    { ...out, author: 'owner', text: 'Bye', status: 'failed', createdAt: at(24 * 60) },
    { ...out, author: 'system', type: 'event', text: 'E-mailed', createdAt: at(24 * 60 + 1) },
  ] as const
  for (const [index, row] of rows.entries()) {
    await insertMessage(api.database.queries, chat, { ...row, seq: index + 1 })
  }
  await insertAnswers(api.database.queries, owner, chat, {
    fields: [
      { key: 'zeal', label: 'Zeal' },
      { key: 'card', label: 'Card <no.>', sensitive: true },
    ],
    values: { card: '4111', extra: ['a', 'b'] },
  })
  const { body } = await owner.call('GET', `/api/chats/sessions/${chat.id}/messages`)
  const path = `/api/chats/messages/${body.items[1].id}/remarks`
  await owner.call('POST', path, { body: { remark: 'Was <kind>' } })
})

async function fetchFile(query: string) {
  const answer = await owner.call('GET', `/api/chats/export?${query}`)
  expect(answer.status).toBe(200)
  return answer
}

test('a CSV by keys has a line for each message and is safe for a spreadsheet', async () => {
  const { body, headers } = await fetchFile(`sessionId=${chat.id}&values=keys`)

  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename\*=UTF-8''chat-ravi-%E0%A4%B0%E0%A4%B5%E0%A4%BF-\d{4}-\d\d-\d\d\.csv$/,
  )
  const lines = body.split('\r\n')
  // The test reads bytes as text, which takes the mark away.
  expect(lines[0]).toBe(
    'message_id,session_id,time_local,time_utc,direction,author,type,text,status,error,template,' +
      'media_file,remarks,job,contact_name,contact_phone,field_zeal,field_card,field_extra',
  )
  expect(lines[1]).toContain(
    `,${chat.id},2026-03-10 01:30:00,2026-03-09T20:00:00.000Z,in,contact,text,` +
      `"'${nasty.replaceAll('"', '""')}",received,`,
  )
  expect(lines[1]).toContain(`Ravi रवि,+919800000001,,4111,a; b`)
  expect(lines[2]).toContain('Was <kind>')
  expect(lines[3]).toContain('"a ""b"".png"')
  expect(lines).toHaveLength(6)
})

test('a readable CSV has the form’s labels and the owner’s local time', async () => {
  const { body } = await fetchFile(`sessionId=${chat.id}`)
  const lines = body.split('\r\n')
  expect(lines[0]).toBe(
    'Sent at,From,Message,Kind,Delivery,Error,Template,File,Notes,Job,Contact name,Contact phone,' +
      'Zeal,Card <no.>,extra',
  )
  expect(lines[2]).toBe(
    '2026-03-10 01:31:00,Assistant,Hello,Text,Sent,,,,Was <kind>,,Ravi रवि,+91 98000 00001,,4111,a; b',
  )
})

test('a field of two jobs shares a column if the labels are equal', async () => {
  const person = await api.newOwner()
  const { queries } = api.database
  const trade = async (name: string, labels: Record<string, string>) => {
    const asked = await insertChat(queries, { ownerId: person.id, messageCount: 1 })
    await insertMessage(queries, asked, { seq: 1, text: name })
    const keys = Object.keys(labels)
    await insertAnswers(queries, person, asked, {
      job: name,
      fields: keys.map((key) => ({ key, label: labels[key] ?? '' })),
      values: Object.fromEntries(keys.map((key) => [key, `${name} ${key}`])),
    })
  }
  await trade('Salon', { name: 'Name', service: 'Service', full: 'Size' })
  await trade('Garage', { name: 'Name', service: 'Kind of service', size: 'Size' })

  const { body } = await person.call('GET', '/api/chats/export')

  const lines = body.trimEnd().split('\r\n')
  const columns = (line: string) => line.split(',').slice(12)
  expect(columns(lines[0]).toSorted()).toEqual(
    ['Name', 'Kind of service', 'Service', 'Size (full)', 'Size (size)'].toSorted(),
  )
  expect(columns(lines[1]).filter(Boolean)).toHaveLength(3)
  expect(columns(lines[2]).filter(Boolean)).toHaveLength(3)
  const { body: keyed } = await person.call('GET', '/api/chats/export?values=keys')
  expect(keyed.split('\r\n')[0]).toMatch(
    /contact_phone,field_name,field_service,field_full,field_size$/,
  )
})

test('an export leaves out what is not requested, and its days are in the owner’s time zone', async () => {
  const path = `sessionId=${chat.id}&format=json`
  const { body } = await fetchFile(`${path}&include=events&from=2026-03-11&to=2026-03-11`)
  expect(body.timeZone).toBe('Asia/Kolkata')
  expect(body.chats).toHaveLength(1)
  expect(body.chats[0].formData).toBeNull()
  const texts = body.chats[0].messages.map(({ text }: { text: string }) => text)
  expect(texts).toEqual(['Bye', 'E-mailed'])

  const { body: whole } = await fetchFile(path)
  expect(whole.chats[0].formData.values).toEqual({ 'Card <no.>': '4111', extra: ['a', 'b'] })
  expect(whole.chats[0].messages[1].remarks[0].text).toBe('Was <kind>')
  expect(whole.chats[0].messages).toHaveLength(4)
})

test('an export has all chats that match the list’s filter', async () => {
  const person = await api.newOwner()
  const header = await person.call('GET', '/api/chats/export')
  expect(header.body.trimEnd().split('\r\n')).toHaveLength(1)
  const kept = await receive(person, { from: '+919800000007', text: 'one' })
  const saved = await receive(person, { from: '+919800000008', text: 'two' })
  const body = { savedForLater: true }
  await person.call('PUT', `/api/chats/sessions/${saved.session.id}/save`, { body })
  const idsOf = async (query: string) => {
    const file = await person.call('GET', `/api/chats/export?format=json${query}`)
    return file.body.chats.map(({ id }: { id: string }) => id)
  }
  expect(await idsOf('')).toEqual([kept.session.id, saved.session.id])
  expect(await idsOf('&saved=true')).toEqual([saved.session.id])
  expect(await idsOf('&saved=true&status=closed')).toEqual([])
  expectProblem(await person.call('GET', `/api/chats/export?sessionId=${chat.id}`), 404)
})

test('a contact without a visible name is named by their number', async () => {
  const unnamed = await insertChat(api.database.queries, { ownerId: owner.id, messageCount: 1 })
  await insertMessage(api.database.queries, unnamed, { text: 'Hi', seq: 1 })
  await api.database.queries
    .update(contacts)
    .set({ name: '\u202E\u3164', phoneNumber: '+919800000077' })
    .where(eq(contacts.id, unnamed.contactId))

  const { body, headers } = await fetchFile(`sessionId=${unnamed.id}`)
  expect(body).toContain('+91 98000 00077')
  expect(body).not.toMatch(/[\u202E\u3164]/)
  expect(headers.get('content-disposition')).toContain('chat-%2B919800000077')
})

test('messages are read page by page, once and in order, while the file is downloaded', async () => {
  const person = await api.newOwner()
  const ids: string[] = []
  for (const size of [1, 0, 499, 2, 3_400, 3, 1_095]) {
    const row = await insertChat(api.database.queries, { ownerId: person.id, messageCount: size })
    const many = sql`
      insert into messages (id, owner_id, session_id, direction, author, seq, type, text, status,
        status_at, created_at, search_words)
      select 'msg_' || right(${row.id}, 18) || lpad(n::text, 8, '0'), ${person.id}, ${row.id}, 'in',
        'contact', n, 'text', repeat('word ', 40), 'received', '{}', now(), ''
      from generate_series(1, ${size}::int) n`
    await addMany(api.database, many)
    for (let n = 1; n <= size; n += 1) {
      ids.push(`msg_${row.id.slice(-18)}${String(n).padStart(8, '0')}`)
    }
  }
  const { queries } = api.database
  for (const format of ['csv', 'json']) {
    const path = `/api/chats/export?format=${format}&values=keys`
    const chunks: Uint8Array[] = []
    for await (const chunk of (await person.stream(path, { method: 'GET' })).body ?? []) {
      chunks.push(chunk)
      // What was not taken yet was not read yet either.
      if (chunks.length > 1) continue
      const isLast = eq(messages.id, ids.at(-1) ?? '')
      const text = `changed for ${format}`
      await queries.update(messages).set({ text }).where(isLast)
    }
    expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThan(300_000)
    const text = Buffer.concat(chunks).toString()
    // A table begins with the mark of UTF-8, for spreadsheets.
    expect(text.startsWith('\uFEFF')).toBe(format === 'csv')
    expect(text.match(/msg_\w{26}/g)).toEqual(ids)
    expect(text).toContain(`changed for ${format}`)
  }
})

/** A chat with messages of a hundred thousand characters each. */
async function insertLongMessages(person: Owner, size: number): Promise<string[]> {
  const row = await insertChat(api.database.queries, { ownerId: person.id, messageCount: size })
  const texts = { text: 'x'.repeat(100_000), createdAt: new Date() }
  const ids = Array.from({ length: size }, () => newId('message')).toSorted()
  for (const [index, id] of ids.entries()) {
    await insertMessage(api.database.queries, row, { ...texts, id, seq: index + 1 })
  }
  return ids
}

test.each(['csv', 'json'])(
  'only a few long messages are read ahead of a %s download',
  async (format) => {
    const person = await api.newOwner()
    const ids = await insertLongMessages(person, 12)
    const path = `/api/chats/export?format=${format}&values=keys`
    const chunks: Uint8Array[] = []

    for await (const chunk of (await person.stream(path, { method: 'GET' })).body ?? []) {
      chunks.push(chunk)
      if (chunks.length > 1) continue
      const isSixth = eq(messages.id, ids[5] ?? '')
      await api.database.queries.update(messages).set({ text: 'changed' }).where(isSixth)
    }

    const text = Buffer.concat(chunks).toString()
    expect(text.match(/msg_\w{26}/g)).toEqual(ids)
    expect(text).toContain('changed')
  },
)

test('a download that is not read for a minute is aborted', async () => {
  const person = await api.newOwner()
  await insertLongMessages(person, 3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { body } = await person.stream('/api/chats/export', { method: 'GET' })
  const reader = body?.getReader()
  expect((await reader?.read())?.done).toBe(false)

  await vi.advanceTimersByTimeAsync(59_000)
  expect((await reader?.read())?.done).toBe(false)
  // Nothing more is read, as a connection whose client takes nothing reads nothing either.
  let reason: unknown
  reader?.closed.catch((error: unknown) => (reason = error))
  await vi.advanceTimersByTimeAsync(60_000)

  expect(reason).toEqual(new Error('The client takes too long to read the file'))
})
