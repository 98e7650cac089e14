import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { defaultPreferences } from '@errand/contract/default-preferences'
import { isoTimeOf } from '@errand/contract/iso-time'
import { and, eq, isNotNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import {
  saidIn,
  startAnswering,
  talkingProvider,
  turnOf,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { readChat, receive } from '../../../test/chat-api.ts'
import { useMailWorker } from '../../../test/mail-worker.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { emails, users, webhooks } from '../../platform/database/schema.ts'
import { createPostCallback } from './callback.ts'

const api = useTestApi()
const ai = talkingProvider()
const post = useMailWorker(api, 'https://errand.example')

/** A program of an owner's. */
const heard: { body: string; headers: IncomingHttpHeaders }[] = []
const answers: number[] = []
const program = createServer(async (request, response) => {
  heard.push({ body: await text(request), headers: request.headers })
  response.writeHead(answers.shift() ?? 204).end()
})

beforeAll(async () => {
  program.listen(0, '127.0.0.1')
  await once(program, 'listening')
  await startAnswering(api, ai)
})
afterAll(() => void program.close())
beforeEach(() => {
  heard.length = 0
  post.received.length = 0
})

const fields = [
  { key: 'service', label: 'Service', order: 0, type: 'text', required: true },
  { key: 'card', label: 'Card', order: 1, type: 'text', required: true, sensitive: true },
]

async function openSalon(onComplete: object) {
  const { owner, ownerId } = await post.newOwner({
    settings: { assistant: { debounceSeconds: 0 } },
  })
  const job = { name: 'Salon', instructions: 'Help.', answerOnly: false, status: 'active', fields }
  const body = { ...job, behaviour: { onComplete, confirmAtEnd: true } }
  expect((await owner.call('POST', '/api/jobs', { body })).status).toBe(201)
  return { owner, ownerId }
}

/** Somebody says all that is wanted, and that it is right. */
async function goThrough(owner: Person, from = '+919800000001'): Promise<string> {
  ai.says(({ phase }) =>
    phase === 'confirming'
      ? turnOf('Done.', { action: 'complete' })
      : turnOf('Is that right?', {
          fields: { service: 'cut', card: '411187' },
          evidence: { service: 'A cut', card: '411187' },
        }),
  )
  const { session } = await receive(owner, { from, text: 'A cut, my card is 411187' })
  await waitForQuiet(api, session.id)
  expect((await readChat(owner, session.id)).session.status).toBe('active')
  await receive(owner, { from, text: 'Yes' })
  await waitForQuiet(api, session.id, 2)
  return session.id
}

/** What a chat says of whom it was told to. */
const linesIn = async (owner: Person, sessionId: string): Promise<string[]> =>
  (await readChat(owner, sessionId)).items.flatMap((item: { type: string; text: string }) =>
    item.type === 'event' ? [item.text] : [],
  )
const bothTold = ['E-mailed to desk@shop.example', 'Sent to program.example']

test('completes a confirmed chat, and sends each notification once', async () => {
  const webhookUrl = 'https://program.example/hook'
  const { owner, ownerId } = await openSalon({ email: ['desk@shop.example'], webhookUrl })
  const sessionId = await goThrough(owner)

  const { session } = await readChat(owner, sessionId)
  expect(session).toMatchObject({ status: 'completed', formData: { status: 'confirmed' } })
  expect(session.attention).toContain('review')
  expect(await saidIn(api, sessionId)).toHaveLength(2)
  expect(await linesIn(owner, sessionId)).toEqual(bothTold)
  await vi.waitFor(() => expect(post.received).toHaveLength(1))
  const [letter] = post.received
  expect(letter?.to).toEqual(['desk@shop.example'])
  expect(letter?.mail.subject).toBe('Salon: answers from Ravi')
  expect(letter?.mail.html).toContain('cut')
  expect(letter?.raw).not.toContain('411187')

  // The contact thinks of something else and confirms again: nobody is told twice.
  await receive(owner, { text: 'Yes' })
  await waitForQuiet(api, sessionId, 3)
  const rows = await api.database.queries.select().from(emails).where(eq(emails.ownerId, ownerId))
  expect(rows.filter(({ kind }) => kind === 'chat')).toHaveLength(1)
})

/** Has the webhook of an owner's chat go to the program of this test. */
async function deliver(ownerId: string, isPrivateAllowed = true): Promise<void> {
  const { port } = program.address() as AddressInfo
  const { queries } = api.database
  const url = `http://127.0.0.1:${port}/hook`
  const isHis = and(eq(webhooks.ownerId, ownerId), eq(webhooks.status, 'queued'))
  const [row] = await queries.update(webhooks).set({ url }).where(isHis).returning()
  const send = createPostCallback({ ...api, rules: { isPrivateAllowed } })
  await send({ webhookId: row?.id ?? '' })
}

test('sends the answers to a webhook, signed, and again until it accepts them', async () => {
  const webhookUrl = 'https://program.example/hook'
  const { owner, ownerId } = await openSalon({ webhookUrl })
  // WhatsApp's own form of a number in Mexico.
  const sessionId = await goThrough(owner, '+5215512345678')
  answers.push(503)
  await expect(deliver(ownerId)).rejects.toThrow('503')
  await deliver(ownerId)

  expect(heard).toHaveLength(2)
  expect(heard[0]?.body).toBe(heard[1]?.body)
  expect(JSON.parse(heard[1]?.body ?? '')).toMatchObject({
    type: 'session.completed',
    sessionId,
    contact: { name: 'Ravi', phoneNumber: '+525512345678' },
    formData: { service: 'cut', card: '411187' },
  })
  const [user] = await api.database.queries.select().from(users).where(eq(users.id, ownerId))
  const { body } = await owner.call('GET', '/api/auth/profile')
  const { signingSecret } = body.user.settings.assistant
  // A copy of the database signs nothing.
  expect(user?.signingSecret).not.toContain(signingSecret)
  for (const { headers, body: told } of heard) {
    // As a program checks it: what is older than five minutes it refuses.
    const header = String(headers['x-errand-signature'])
    const [, at = '', given] = /^t=(\d{10}),v1=([0-9a-f]{64})$/.exec(header) ?? []
    const expected = createHmac('sha256', signingSecret).update(`${at}.${told}`)
    expect(given).toBe(expected.digest('hex'))
    expect(Math.abs(Date.now() / 1000 - Number(at))).toBeLessThan(60)
  }
  const { items } = await readChat(owner, sessionId)
  expect(items.at(-1)).toMatchObject({ text: 'Sent to program.example', status: 'sent' })
})

test('sends the same once when the owner completes the answers, however many try at once', async () => {
  const webhookUrl = 'https://program.example/hook'
  const { owner, ownerId } = await openSalon({ email: ['desk@shop.example'], webhookUrl })
  ai.says(() =>
    turnOf('Which card?', { fields: { service: 'cut' }, evidence: { service: 'A cut' } }),
  )
  const { session } = await receive(owner, { text: 'A cut' })
  await waitForQuiet(api, session.id)
  const path = `/api/chats/sessions/${session.id}/form-data`
  const put = (formData: object) => owner.call('PUT', path, { body: { formData } })
  expect((await put({ service: 'shave' })).status).toBe(200)
  expect(await linesIn(owner, session.id)).toEqual([])

  const stored = await Promise.all(['411187', '4222', '4333'].map((card) => put({ card })))
  expect(stored.map(({ status }) => status)).toEqual([200, 200, 200])
  const through = await readChat(owner, session.id)
  expect(through.session).toMatchObject({ status: 'completed' })
  // The owner need not be told of what the owner has just done.
  expect(through.session.attention).not.toContain('review')
  await put({ service: 'cut' })

  expect(await linesIn(owner, session.id)).toEqual(bothTold)
  const { queries } = api.database
  expect(await queries.$count(webhooks, eq(webhooks.ownerId, ownerId))).toBe(1)
  expect(await queries.$count(emails, eq(emails.ownerId, ownerId))).toBe(1)
  await vi.waitFor(() => expect(post.received).toHaveLength(1))
})

test.each([
  [404, true, 'It answered 404.'],
  [204, false, 'Only https addresses are allowed.'],
])(
  'a webhook that fails for good marks the chat (status %i, private addresses allowed: %s)',
  async (status, isAllowed, detail) => {
    const { owner, ownerId } = await openSalon({ webhookUrl: 'https://program.example/hook' })
    const sessionId = await goThrough(owner)
    answers.push(status)
    await deliver(ownerId, isAllowed)
    answers.length = 0
    const { items, session } = await readChat(owner, sessionId)
    expect(items.at(-1)).toMatchObject({ status: 'failed', error: { detail } })
    expect(session.attention).toContain('failed_message')
  },
)

test('never calls an internal address, whatever its name', async () => {
  const { owner, ownerId } = await openSalon({ webhookUrl: 'https://localhost/hook' })
  const sessionId = await goThrough(owner)
  const { queries } = api.database
  const [row] = await queries.select().from(webhooks).where(eq(webhooks.ownerId, ownerId))
  const rules = { isPrivateAllowed: false }
  await createPostCallback({ ...api, rules })({ webhookId: row?.id ?? '' })
  const { items } = await readChat(owner, sessionId)
  expect(items.at(-1).error.detail).toBe('This is not an address of the public internet.')
})

test('sends the owner an e-mail about a handoff, with a link to the chat', async () => {
  const { owner } = await openSalon({})
  const settings = { notifications: { email: { handoff: true } } }
  expect((await owner.call('PUT', '/api/auth/settings', { body: { settings } })).status).toBe(200)
  ai.says(() => turnOf('I pass you on.', { action: 'handoff', handoffReason: 'missing_knowledge' }))
  const { session } = await receive(owner, { text: 'Do you cut horses?' })
  await waitForQuiet(api, session.id)
  await vi.waitFor(() => expect(post.received).toHaveLength(1))
  const [letter] = post.received
  expect(letter?.mail.subject).toBe('Ravi needs you')
  expect(letter?.mail.text).toContain('did not know the answer')
  expect(letter?.mail.text).toContain(`https://errand.example/chats?session=${session.id}`)
})

test('holds a handoff back in quiet hours, but not an emergency', async () => {
  const clock = (hours: number) =>
    isoTimeOf(Date.now() + hours * 3_600_000, defaultPreferences.business.timeZone).slice(11, 16)
  const { owner, ownerId } = await openSalon({})
  const quietHours = { from: clock(-1), to: clock(2) }
  const settings = { notifications: { email: { handoff: true }, quietHours } }
  expect((await owner.call('PUT', '/api/auth/settings', { body: { settings } })).status).toBe(200)
  for (const [from, handoffReason] of [
    ['+919800000011', 'missing_knowledge'],
    ['+919800000012', 'emergency'],
  ] as const) {
    ai.says(() => turnOf('', { action: 'handoff', handoffReason }))
    const { session } = await receive(owner, { from, text: 'Help!' })
    await waitForQuiet(api, session.id)
  }

  await vi.waitFor(() => expect(post.received).toHaveLength(1))
  expect(post.received[0]?.mail.text).toContain('emergency')
  const waiting = await vi.waitFor(async () => {
    const isWaiting = and(eq(emails.ownerId, ownerId), isNotNull(emails.dueAt))
    const found = await api.database.queries.select().from(emails).where(isWaiting)
    expect(found).toHaveLength(1)
    return found[0]!
  })
  // Made longer meanwhile, they are not over at the end that they had.
  const { id: emailId, dueAt } = waiting
  const longer = { notifications: { quietHours: { ...quietHours, to: clock(5) } } }
  await owner.call('PUT', '/api/auth/settings', { body: { settings: longer } })
  await post.send({ emailId })
  const [again] = await api.database.queries.select().from(emails).where(eq(emails.id, emailId))
  expect(again?.dueAt?.getTime()).toBeGreaterThan(dueAt?.getTime() ?? Infinity)
  expect(post.received).toHaveLength(1)
})
