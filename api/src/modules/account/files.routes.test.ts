import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { readChat, receive } from '../../../test/chat-api.ts'
import { useTestApi, type Owner, type Person } from '../../../test/test-api.ts'
import { files, messages } from '../../platform/database/schema.ts'
import { findFile, sweepFiles, writeFile } from '../../platform/files/files.service.ts'

const api = useTestApi()

/** Longer than one piece of it in the database. */
const bytes = Uint8Array.from({ length: 600_000 }, (_, index) => index % 251)

async function store({ id: ownerId }: Owner, { name = 'photo.png', mimeType = 'image/png' } = {}) {
  const chunks = [bytes.subarray(0, 7), new Uint8Array(0), bytes.subarray(7, 299_990)]
  return writeFile(api.database, { ownerId, name, mimeType }, [...chunks, bytes.subarray(299_990)])
}

async function fetchFile(owner: Person, url: string, headers: Record<string, string> = {}) {
  const response = await owner.stream(url, { headers })
  return { response, body: new Uint8Array(await response.arrayBuffer()) }
}

test('the link in a message leads to what the contact sent', async () => {
  const owner = await api.newOwner()
  const { id, sha256 } = await store(owner)
  const { session, messageId } = await receive(owner)
  const media = { id, mimeType: 'image/png', bytes: bytes.length }
  await api.database.queries.update(messages).set({ media }).where(eq(messages.id, messageId))
  const { items } = await readChat(owner, session.id)

  const { response, body } = await fetchFile(owner, items[0].media.url)

  expect(response.status).toBe(200)
  expect(Buffer.from(body).equals(bytes)).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': "inline; filename*=UTF-8''photo.png",
    'content-length': '600000',
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'content-type': 'image/png',
    etag: `"${sha256}"`,
    'x-content-type-options': 'nosniff',
  })
})

test('a range is that part, unless the file has changed; one that is not there is a problem', async () => {
  const owner = await api.newOwner()
  const { id, sha256 } = await store(owner)
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 0],
    ['bytes=262140-262150', 262_140, 262_150],
    ['bytes=262144-524287', 262_144, 524_287],
    ['bytes=599990-', 599_990, 599_999],
    ['bytes=-5', 599_995, 599_999],
    ['bytes=0-9999999', 0, 599_999],
  ] as const) {
    const condition = { range, 'if-range': `"${sha256}"` }
    const { response, body } = await fetchFile(owner, `/api/files/${id}`, condition)
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${from}-${to}/600000`)
    expect(response.headers.get('content-length')).toBe(String(to - from + 1))
    expect(Buffer.from(body).equals(bytes.subarray(from, to + 1))).toBe(true)
  }
  for (const whole of [{ range: 'bytes=0-0', 'if-range': '"other"' }, { range: 'bytes=0-1,5-6' }]) {
    const { response, body } = await fetchFile(owner, `/api/files/${id}`, whole)
    expect([response.status, body.length]).toEqual([200, 600_000])
  }
  const headers = { range: 'bytes=600000-' }
  const answer = await owner.call('GET', `/api/files/${id}`, { headers })
  expect(answer).toMatchObject({ status: 416, body: { code: 'range_not_satisfiable' } })
  expect(answer.headers.get('content-range')).toBe('bytes */600000')
})

test('who has it already is told so, and only its owner', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const { id, sha256 } = await store(owner)
  const headers = { 'if-none-match': `"${sha256}"` }

  expect((await fetchFile(owner, `/api/files/${id}`, headers)).response.status).toBe(304)
  expect((await fetchFile(other, `/api/files/${id}`, headers)).response.status).toBe(404)
})

test.each([
  ['text/html', 'text/html', 'attachment'],
  ['audio/ogg; codecs=opus', 'audio/ogg', 'inline'],
  ['text/html\r\nset-cookie: a=b', 'application/octet-stream', 'attachment'],
])('what says it is %j is answered as %s, %s', async (mimeType, type, kind) => {
  const owner = await api.newOwner()
  const { id } = await store(owner, { name: 'a"\r\n; ü.html', mimeType })

  const { response } = await fetchFile(owner, `/api/files/${id}`)

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(response.headers.get('content-disposition')).toBe(
    `${kind}; filename*=UTF-8''a-%3B%20%C3%BC.html`,
  )
  expect(response.headers.get('set-cookie')).toBeNull()
})

test('a file that was not finished cannot be found and is swept', async () => {
  await api.database.queries.delete(files)
  const { id: ownerId } = await api.newOwner()
  const voice = { ownerId, name: 'a.ogg', mimeType: 'audio/ogg' }
  async function* broken() {
    yield new Uint8Array(300_000)
    throw new Error('gone')
  }
  await expect(writeFile(api.database, voice, broken())).rejects.toThrow('gone')
  const [left] = await api.database.queries.select().from(files)
  expect(await findFile(api.database.queries, left?.id ?? '')).toBeUndefined()
  const kept = await writeFile(api.database, voice, [new Uint8Array(1)])

  await sweepFiles(api.database.queries, new Date(Date.now() + 2 * 60 * 60 * 1000))

  const rows = await api.database.queries.select({ id: files.id }).from(files)
  expect(rows).toEqual([{ id: kept.id }])
})
