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
  return writeFile(api, { ownerId, name, mimeType }, [...chunks, bytes.subarray(299_990)])
}

async function fetchFile(owner: Person, url: string, headers: Record<string, string> = {}) {
  const response = await owner.stream(url, { headers })
  return { response, body: new Uint8Array(await response.arrayBuffer()) }
}

/** Uploads bytes under a name. */
async function upload(
  owner: Person,
  body: string | Uint8Array<ArrayBuffer> | Blob,
  name: string,
  type = 'text/html',
) {
  const headers = { 'x-file-name': encodeURIComponent(name), 'content-type': type }
  const response = await owner.stream('/api/files', { method: 'POST', headers, body })
  return { status: response.status, body: (await response.json()) as UploadAnswer }
}

type UploadAnswer = { code: string; title: string; file: { mimeType: string; fileName: string } }

const signs = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test.each([
  ['photo.html', '\xFF\xD8\xFF\xE0 JFIF', 'image/jpeg'],
  ['a.png', '\x89PNG\r\n\x1A\n', 'image/png'],
  ['a.mp4', '\0\0\0\x18ftypisom', 'video/mp4'],
  ['a.m4a', '\0\0\0\x18ftypisom', 'audio/mp4'],
  ['a.mp4', '\0\0\0\x18ftypM4A ', 'audio/mp4'],
  ['a.3gp', '\0\0\0\x18ftyp3gp5', 'video/3gpp'],
  ['a.ogg', 'OggS\0\x02 OpusHead', 'audio/ogg'],
  ['a.mp3', 'ID3\x03', 'audio/mpeg'],
  ['a.mp3', '\xFF\xFB\x90\x44', 'audio/mpeg'],
  ['a.aac', '\xFF\xF1\x50\x80', 'audio/aac'],
  ['a.amr', '#!AMR\n', 'audio/amr'],
  ['a.pdf', '%PDF-1.7', 'application/pdf'],
  ['a.DOCX', 'PK\x03\x04', word],
  ['a.xls', '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', 'application/vnd.ms-excel'],
  ['a.pdf', '\xEF\xBB\xBF%PDF-1.7', 'application/pdf'],
  ['notes.txt', 'How %PDF-1.7 begins', 'text/plain'],
  ['prices.csv', 'Cut;500\r\nColour;900 \xE2\x82\xAC', 'text/csv'],
  ['Preise.CSV', 'F\xE4rben;900 \x80\r\n', 'text/csv'],
  ['prices.txt', '\xFF\xFEC\0u\0t\0\t\x005\0', 'text/plain'],
  ['prices.csv', '\xFE\xFF\0C\0u\0t', 'text/csv'],
  ['Ravi.vcf', 'BEGIN:VCARD\r\nFN:Jos\xE9', 'text/vcard'],
  ['visit.ics', 'BEGIN:VCALENDAR', 'text/calendar'],
  ['page.html', '<script>alert(1)</script>', 'text/plain'],
  ['logo.svg', '<svg onload="alert(1)"/>', 'text/plain'],
])('an uploaded %s that starts with %j is %s', async (name, start, mimeType) => {
  const owner = await api.newOwner()

  const { status, body } = await upload(owner, signs(start), name)

  expect([status, body.file]).toMatchObject([201, { mimeType, fileName: name }])
})

test.each([
  ['archive.zip', 'PK\x03\x04'],
  ['photo.heic', '\0\0\0\x18ftypheic'],
  ['film.mov', '\0\0\0\x14ftypqt  '],
  ['photo.jpg', 'MZ\x90\0\x03'],
  ['a.ogg', 'OggS\0\x02 vorbis'],
  ['photo.jpg', 'F\xE4rben;900'],
  ['prices.csv', 'Cut;500\0'],
  ['prices.csv', '\xFF\xFE\x01\0\x02\0'],
  ['a.pdf', 'MZ\x90\0%PDF-1.7'],
])('uploading %s that starts with %j is refused', async (name, start) => {
  const { status, body } = await upload(await api.newOwner(), signs(start), name)

  expect([status, body.title]).toEqual([415, 'Files of this type cannot be sent from here'])
})

test('a PDF may have up to 1023 bytes before its header', async () => {
  const owner = await api.newOwner()
  const typeOf = async (before: number) => {
    const { status, body } = await upload(owner, signs(`${'\0'.repeat(before)}%PDF-1.7`), 'a.pdf')
    return body.file?.mimeType ?? status
  }

  expect(await typeOf(1023)).toBe('application/pdf')
  expect(await typeOf(1024)).toBe(415)
})

test('a file over the limit of its type or without content is refused', async () => {
  const owner = await api.newOwner()
  const photo = new Uint8Array(5 * 1024 * 1024)
  photo.set(signs('\xFF\xD8\xFF'))

  expect((await upload(owner, photo, 'a.jpg')).status).toBe(201)
  const large = await upload(owner, new Blob([photo, new Uint8Array(1)]), 'a.jpg')
  expect([large.status, large.body.title]).toEqual([413, 'The file is too large'])
  expect((await upload(owner, new Uint8Array(0), 'a.jpg')).status).toBe(422)
  const rows = await api.database.queries.select().from(files).where(eq(files.ownerId, owner.id))
  expect(rows.filter(({ sha256 }) => sha256 !== '')).toHaveLength(1)
})

test('the name of an uploaded file is cleaned', async () => {
  const owner = await api.newOwner()
  for (const [given, kept] of [
    ['C:\\Photos\\a.png', 'a.png'],
    ['photo\u202Egnp.png', 'photognp.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(196)}.png`],
    ['\0', 'file'],
  ] as const) {
    const { body } = await upload(owner, signs('\x89PNG\r\n\x1A\n'), given)
    expect(body.file.fileName).toBe(kept)
  }
})

test('uploads of one owner are limited', async () => {
  const owner = await api.newOwner()
  const statuses = new Set<number>()
  for (let count = 0; count < 121; count += 1) {
    statuses.add((await upload(owner, 'Hello', 'a.txt')).status)
  }
  expect([...statuses]).toEqual([201, 429])
})

test('the link in a message opens the contact’s file', async () => {
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
    'content-security-policy':
      "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'image/png',
    etag: `"${sha256}"`,
    'x-content-type-options': 'nosniff',
  })
})

test('a range returns that part unless the file has changed, and an impossible range is refused', async () => {
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

test('a cached file is answered with 304, for its owner only', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const { id, sha256 } = await store(owner)
  const headers = { 'if-none-match': `"${sha256}"` }

  expect((await fetchFile(owner, `/api/files/${id}`, headers)).response.status).toBe(304)
  expect((await fetchFile(other, `/api/files/${id}`, headers)).response.status).toBe(404)
})

test.each([
  ['text/plain', 'text/plain; charset=utf-8', 'attachment'],
  ['text/html', 'text/html; charset=utf-8', 'attachment'],
  ['audio/ogg; codecs=opus', 'audio/ogg', 'inline'],
  ['text/html\r\nset-cookie: a=b', 'application/octet-stream', 'attachment'],
])('a stored type of %j is served as %s, %s', async (mimeType, type, kind) => {
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

test('an unfinished file cannot be found and is deleted', async () => {
  await api.database.queries.delete(files)
  const { id: ownerId } = await api.newOwner()
  const voice = { ownerId, name: 'a.ogg', mimeType: 'audio/ogg' }
  async function* broken() {
    yield new Uint8Array(300_000)
    throw new Error('gone')
  }
  await expect(writeFile(api, voice, broken())).rejects.toThrow('gone')
  const [left] = await api.database.queries.select().from(files)
  expect(await findFile(api.database.queries, left?.id ?? '')).toBeUndefined()
  const kept = await writeFile(api, voice, [new Uint8Array(1)])

  await sweepFiles(api, new Date(Date.now() + 2 * 60 * 60 * 1000))

  const rows = await api.database.queries.select({ id: files.id }).from(files)
  expect(rows).toEqual([{ id: kept.id }])
})
