import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'

import { seedDemo } from '../../../../dev/demo/seed-demo.ts'
import { insertChat, insertMessage } from '../../../../test/chat-rows.ts'
import { readState } from '../../../../test/database-state.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { newId } from '../../../platform/database/new-id.ts'
import * as schema from '../../../platform/database/schema.ts'

const api = useTestApi()

type Rows = Record<string, unknown>[]
type Files = Record<string, Rows>

/** An account of some months, with something of everything that an import takes over, and more. */
let owner: Person
let archive: Uint8Array

beforeAll(async () => {
  owner = await api.newOwner()
  const { queries } = api.database
  await seedDemo(api.database, demo(owner))
  const behaviour = {
    onComplete: { email: ['a@mail.example'], webhookUrl: 'https://shop.example/' },
  }
  const trigger = { type: 'link', code: 'SHOP' }
  const field = { key: 'name', label: 'Name', type: 'text', order: 0, required: true }
  const body = { name: 'Shop', status: 'active', instructions: 'Ask.', trigger, fields: [field] }
  const made = await owner.call('POST', '/api/jobs', { body: { ...body, behaviour } })
  const { id: jobId } = made.body.job
  const ownerId = (await owner.call('GET', '/api/auth/profile')).body.user.id
  const at = new Date('2026-10-01T08:00:00Z')
  const answered = { question: 'Parking?', searchText: 'parking', answer: 'Yes.' }
  const times = { createdAt: at, updatedAt: at }
  await queries
    .insert(schema.jobAnswers)
    .values({ id: newId('jobAnswer'), ownerId, jobId, ...answered, ...times })
  const translated = { language: 'hi', source: 'Name', translation: 'नाम', corrected: true }
  await queries
    .insert(schema.jobTranslations)
    .values({ id: newId('jobTranslation'), ownerId, jobId, ...translated, updatedAt: at })
  const [photo, file] = [newId('message'), newId('file')]
  const chat = await insertChat(queries, {
    ownerId,
    createdAt: at,
    channel: 'whatsapp',
    lastInboundAt: at,
    windowExpiresAt: new Date('2026-10-02T08:00:00Z'),
    unreadCount: 1,
    messageCount: 1,
    lastMessageId: photo,
    lastMessagePreview: 'Photo',
    lastMessageAuthor: 'contact',
    lastMessageAt: at,
  })
  const media = { id: file, mimeType: 'image/png', bytes: 7 }
  const sent = { id: photo, seq: 1, createdAt: at, media, providerId: 'wamid.1' }
  await insertMessage(queries, chat, { ...sent, type: 'image' })
  await insertMessage(queries, chat, { seq: 2, direction: 'out', status: 'queued', text: 'Soon' })
  archive = await exportOf(owner)
})

const demo = ({ phoneNumber }: Person) => ({
  phoneNumber,
  chats: 72,
  isReset: true,
  prices: api.billing.prices,
})

async function exportOf(person: Person): Promise<Uint8Array> {
  const file = await person.stream('/api/auth/export', { method: 'GET' })
  expect(file.status).toBe(200)
  return new Uint8Array(await file.arrayBuffer())
}

const post = (person: Person, bytes: Uint8Array) =>
  person.call('POST', '/api/auth/import', {
    body: new Blob([new Uint8Array(bytes)]),
    headers: { 'content-type': 'application/zip' },
  })

const taken = [
  'jobs',
  'job-versions',
  'job-answers',
  'job-translations',
  'forms',
  'contacts',
  'chats',
  'messages',
  'remarks',
  'answers',
]

function filesOf(bytes: Uint8Array): Files {
  const entries = unzipSync(bytes)
  return Object.fromEntries(
    taken.map((name) => [name, JSON.parse(strFromU8(entries[`${name}.json`]!)) as Rows]),
  )
}

/** The same archive with one thing changed. */
function changed(change: (files: Files) => void): Uint8Array {
  const files = filesOf(archive)
  change(files)
  const texts = Object.entries({ ...files, profile: { settings: {} } })
  return zipSync(
    Object.fromEntries(
      texts.map(([name, rows]) => [`${name}.json`, strToU8(JSON.stringify(rows))]),
    ),
  )
}

/** What does not come with an import, by file; times of what is closed now are not looked at. */
const isLeft: Record<string, string[]> = {
  chats: ['seq', 'billedMessages', 'costMicros', 'notices', 'lastMessageStatus'],
  messages: ['media', 'providerId', 'clientId', 'runId', 'runPart', 'billed', 'statusAt', 'undo'],
  answers: ['followedUpAt'],
}

/** The rows without their ids, which stand for their places in it. */
function withPlaces(files: Files): Files {
  const text = (row: object) => JSON.stringify(row)
  const bare = (row: object) => text(row).replaceAll(/"[a-z]{3}_[0-9A-Z]{26}"/g, '""')
  const places = new Map<string, string>()
  const ordered = Object.entries(files).map(([name, rows]) => {
    const shown = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([member]) => !(isLeft[name] ?? []).includes(member)),
      ),
    )
    const sorted = shown.toSorted((one, other) => (bare(one) < bare(other) ? -1 : 1))
    for (const [at, { id }] of sorted.entries()) places.set(String(id), `${name} ${at}`)
    return [name, sorted] as const
  })
  return Object.fromEntries(
    ordered.map(([name, rows]) => [
      name,
      rows.map((row) =>
        JSON.parse(text(row), (_, value) => places.get(value as string) ?? (value as unknown)),
      ),
    ]),
  )
}

/** How the rows look in an account that has imported them: jobs paused, chats closed, nothing sent. */
function asImported(files: Files): Files {
  const withoutAddresses = (job: object) => {
    const { behaviour } = job as { behaviour: { onComplete: object } }
    const onComplete = { ...behaviour.onComplete, email: [], webhookUrl: '' }
    return { ...job, behaviour: { ...behaviour, onComplete } }
  }
  return {
    ...files,
    jobs: files['jobs']!.map((job) => ({
      ...withoutAddresses(job),
      status: job['status'] === 'active' ? 'paused' : job['status'],
    })),
    'job-versions': files['job-versions']!.map((version) => ({
      ...version,
      snapshot: withoutAddresses(version['snapshot'] as object),
    })),
    messages: files['messages']!.filter(({ status }) => status !== 'queued'),
    chats: files['chats']!.map((chat) => {
      const quiet = { ...chat, attention: [], attentionAbout: {} }
      if (chat['status'] !== 'active') return quiet
      const at = chat['updatedAt']
      const closed = { status: 'closed', closeReason: 'owner', closedAt: at, handlerSince: at }
      return { ...quiet, ...closed, handler: 'none', handlerReason: null }
    }),
  }
}

test('an import of an export gives the same export again, without money, files and addresses', async () => {
  const other = await api.newOwner()
  const answer = await post(other, archive)

  expect(answer).toMatchObject({ status: 200 })
  const before = filesOf(archive)
  const expected = asImported(before)
  expect(answer.body.added).toEqual({
    jobs: before['jobs']!.length,
    contacts: before['contacts']!.length,
    chats: before['chats']!.length,
    messages: expected['messages']!.length,
    answers: before['answers']!.length,
    remarks: before['remarks']!.length,
    settings: 3,
  })
  for (const name of taken) expect(expected[name]!.length, name).toBeGreaterThan(0)
  const again = withPlaces(filesOf(await exportOf(other)))
  const wanted = withPlaces(expected)
  for (const name of taken) expect(again[name], name).toEqual(wanted[name])

  const { settings } = (await other.call('GET', '/api/auth/profile')).body.user
  expect(settings.business.name).toBe('Sunrise Studio')
  const { items } = (await other.call('GET', '/api/auth/activity')).body
  expect(items.map(({ kind }: { kind: string }) => kind)).toContain('account_imported')
  const { body } = await other.call('GET', '/api/chats/sessions?q=haircut')
  expect(body.totals.all).toBeGreaterThan(0)
})

test('the same archive adds nothing twice, in another account or where it comes from', async () => {
  const other = await api.newOwner()
  expect((await post(other, archive)).body.added.chats).toBeGreaterThan(0)
  const before = [await exportOf(other), await exportOf(owner)].map(filesOf)

  const none = { jobs: 0, contacts: 0, chats: 0, messages: 0, answers: 0, remarks: 0, settings: 0 }
  for (const person of [other, owner])
    expect((await post(person, archive)).body.added).toEqual(none)

  expect([await exportOf(other), await exportOf(owner)].map(filesOf)).toEqual(before)
})

test('what an account has stays as it is: contacts with the same number, settings', async () => {
  const other = await api.newOwner()
  await seedDemo(api.database, { ...demo(other), chats: 3 })
  const settings = { business: { name: 'My own' } }
  expect((await other.call('PUT', '/api/auth/settings', { body: { settings } })).status).toBe(200)
  const before = filesOf(await exportOf(other))

  expect((await post(other, archive)).status).toBe(200)

  const after = filesOf(await exportOf(other))
  for (const name of taken) expect(after[name], name).toEqual(expect.arrayContaining(before[name]!))
  const numbers = after['contacts']!.map(({ phoneNumber }) => phoneNumber)
  expect(new Set(numbers).size).toBe(numbers.length)
  const { user } = (await other.call('GET', '/api/auth/profile')).body
  expect(user.settings.business.name).toBe('My own')
})

test('ids of others are only names: rows of another account are neither found nor changed', async () => {
  const other = await api.newOwner()
  const before = filesOf(await exportOf(owner))

  const { added } = (await post(other, archive)).body
  expect(added).toMatchObject({ jobs: before['jobs']!.length, chats: before['chats']!.length })

  expect(filesOf(await exportOf(owner))).toEqual(before)
  const idsOf = (files: Files) => Object.values(files).flatMap((rows) => rows.map(({ id }) => id))
  const theirs = new Set(idsOf(before))
  expect(idsOf(filesOf(await exportOf(other))).filter((id) => theirs.has(id))).toEqual([])
})

const broken: [what: string, pointer: string, change: (files: Files) => void][] = [
  ['a value', '#/messages/7/author', ({ messages }) => (messages![7]!['author'] = 'nobody')],
  ['a chat of nobody', '#/chats/3/contactId', ({ chats }) => (chats![3]!['contactId'] = 'con_x')],
  ['a note on nothing', '#/remarks/0/messageId', (all) => (all['remarks']![0]!['messageId'] = 'x')],
  ['an id twice', '#/jobs/1/id', ({ jobs }) => (jobs![1]!['id'] = jobs![0]!['id'])],
  [
    'a number twice',
    '#/contacts/1/phoneNumber',
    ({ contacts }) => (contacts![1]!['phoneNumber'] = contacts![0]!['phoneNumber']),
  ],
  ['a time', '#/answers/0/createdAt', ({ answers }) => (answers![0]!['createdAt'] = '0000-01-01')],
  ['a late time', '#/messages/0/createdAt', ({ messages }) => (messages![0]!['createdAt'] = late)],
  ['a question', '#/job-answers/0/question', (all) => (all['job-answers']![0]!['question'] = long)],
  ['a character', '#/messages/0/text', ({ messages }) => (messages![0]!['text'] = '\0')],
  ['a link that runs', '#/messages/0/about/url', ({ messages }) => (messages![0]!['about'] = ad)],
  [
    'too much',
    '#/jobs',
    (all) => (all['jobs'] = Array.from({ length: 501 }, () => all['jobs']![0]!)),
  ],
]
const late = '9999-12-31T12:00:00Z'
const long = 'y'.repeat(301)
const ad = { kind: 'ad', name: 'x', url: 'javascript:alert(1)' }

test('what is not right in an archive is named, and nothing of it is written', async () => {
  const other = await api.newOwner()
  const before = await readState(api.database.queries)

  for (const [what, pointer, change] of broken) {
    const answer = await post(other, changed(change))
    expectProblem(answer, 422)
    expect(answer.body.errors[0].pointer, what).toBe(pointer)
  }

  const { rate_limits: _, sign_ins: __, ...after } = await readState(api.database.queries)
  expect(before).toMatchObject(after)
})

test('what is no export, or too large a file, is refused in words', async () => {
  const other = await api.newOwner()

  const text = await post(other, strToU8('My chats'))
  expectProblem(text, 422)
  expect(text.body.errors[0].detail).toBe('This is not the export of an account.')
  const large = await post(other, new Uint8Array(17 * 1024 * 1024))
  expectProblem(large, 413)
  const bomb = zipSync({ 'jobs.json': new Uint8Array(65 * 1024 * 1024) })
  expect((await post(other, bomb)).body.errors[0].detail).toBe('At most 64 MiB of JSON.')
})
