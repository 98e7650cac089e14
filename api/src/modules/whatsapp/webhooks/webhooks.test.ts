import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { expectProblem } from '../../../../test/expect-problem.ts'
import { phonesOf, startWorking, waitForChat, whatsAppOf } from '../../../../test/phone-api.ts'
import { readAnswer, useTestApi } from '../../../../test/test-api.ts'
import { connect, deliver, now, sign, textOf } from '../../../../test/webhook-api.ts'
import { users, webhookEvents } from '../../../platform/database/schema.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

const ravi = '+919800000001'

test('the webhook URL is verified with the owner’s verify token', async () => {
  const { verifyToken } = await connect(api, await api.newOwner(), '100')
  const verify = (token: string) =>
    api.request(
      `/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=42`,
    )

  expect(await (await verify(verifyToken)).text()).toBe('42')
  expectProblem(await readAnswer(await verify('guessed')), 403)
})

test('only webhooks signed with the secret of the number’s owner are stored', async () => {
  const { webhook, appSecret } = await connect(api, await api.newOwner(), '101')
  // Another owner's secret does not sign for this number.
  const thief = await api.newOwner()
  const { appSecret: other } = await connect(api, thief, '102')
  const body = webhook(textOf('wamid.s', 'Grüße 🌍', now()))
  const stored = () => api.database.queries.$count(webhookEvents)
  const before = await stored()

  for (const signature of ['', 'sha256=', sign(body, other), sign(`${body} `, appSecret)])
    expectProblem(await deliver(api, body, signature), 403)
  expect(await stored()).toBe(before)
  expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)
})

test('a new app secret of the number is accepted at once', async () => {
  const owner = await api.newOwner()
  const { webhook, sendWebhook } = await connect(api, owner, '109')
  const message = textOf('wamid.q', 'Hello', now())
  expect((await sendWebhook(message)).status).toBe(200)

  const whatsapp = { appSecret: 'a new one' }
  await owner.call('PUT', '/api/auth/settings', { body: { settings: { whatsapp } } })
  const body = webhook(message)
  await vi.waitFor(
    async () => expect((await deliver(api, body, sign(body, 'a new one'))).status).toBe(200),
    { interval: 100 },
  )
})

test('two owners whose numbers share an app each get only their own messages', async () => {
  const [first, second] = [await api.newOwner(), await api.newOwner()]
  const one = await connect(api, first, '103', 'an agency')
  const other = await connect(api, second, '104', 'an agency')
  const bodies = [
    one.webhook(textOf('wamid.1', 'For the first', now())),
    other.webhook(textOf('wamid.2', 'For the second', now())),
  ]
  const entry = bodies.flatMap((body) => JSON.parse(body).entry)
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry })

  expect((await deliver(api, body, sign(body, 'an agency'))).status).toBe(200)

  for (const [owner, text] of [
    [first, 'For the first'] as const,
    [second, 'For the second'] as const,
  ])
    await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text }]))
})

test('a malformed part of a webhook does not affect the parts beside it', async () => {
  const owner = await api.newOwner()
  const { webhook, appSecret } = await connect(api, owner, '105')
  const at = now()
  const good = (index: number) => textOf(`wamid.good.${index}`, `${index}`, at + index)
  const [entry] = JSON.parse(webhook(good(0))).entry
  const { messages, ...rest } = good(1)
  const nul = { ...messages[0], id: 'wamid.\0', text: { body: 'With a NUL' } }
  const anonymous = { id: 'wamid.nobody', timestamp: '1', type: 'text', text: { body: 'Psst' } }
  const status = { id: 'wamid.\0', status: 'read', timestamp: at }
  const mixed = { ...rest, messages: [nul, ...messages, null, anonymous], statuses: [status] }
  const [other] = JSON.parse(webhook(mixed)).entry
  const changes = [{ field: 'messages', value: null }, { field: 'messages' }, { value: {} }, null]
  const entries = [
    { ...entry, changes: [...changes, ...entry.changes] },
    { changes: other.changes },
    { id: 7 },
    { id: null, messaging: [] },
    null,
    { ...JSON.parse(webhook(good(2))).entry[0], id: 9105 },
  ]
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: entries })

  expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  expect(items.map(({ text }) => text)).toEqual(['0', '1', '2'])
  const log = api.log.join('')
  expect(log).toContain('messages id')
  expect(log).toContain('messages of nobody')
  expect(log).not.toContain('Psst')
})

test('an extremely nested form does not affect the messages beside it', async () => {
  const owner = await api.newOwner()
  const { webhook, appSecret, sendWebhook } = await connect(api, owner, '106')
  const form = { name: 'flow', response_json: `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}` }
  const [good] = textOf('wamid.beside', 'Beside', now()).messages
  const deep = { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: form } }
  const body = webhook({ messages: [{ ...good, ...deep, id: 'wamid.deep' }, good] })
  expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)
  await sendWebhook(textOf('wamid.next', 'Next', now() + 1))

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  expect(items.map(({ type, text }) => [type, text])).toEqual([
    ['unsupported', ''],
    ['text', 'Beside'],
    ['text', 'Next'],
  ])
})

test('webhooks are accepted as soon as an owner connects a number that was unknown before', async () => {
  const { webhook } = await connect(api, await api.newOwner(), '131')
  const early = webhook(textOf('wamid.early', 'Too early', now())).replaceAll('131', '132')
  expect((await deliver(api, early, sign(early, 'of a stranger'))).status).toBe(200)

  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '132')
  expect((await sendWebhook(textOf('wamid.first', 'Hello', now()))).status).toBe(200)
  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})

test('a webhook for an unknown number is accepted, and the log does not contain its content', async () => {
  const { webhook } = await connect(api, await api.newOwner(), '141')
  const body = webhook(textOf('wamid.n', 'Psst', now())).replaceAll('141', '404')

  for (const strange of [body, '{"not": "ours"}', 'no json']) {
    expect((await deliver(api, strange, sign(strange, 'of a stranger'))).status).toBe(200)
  }
  const log = api.log.join('')
  expect(log).toContain('a webhook for a number that nobody has')
  // As whole values: parts of them are in the ids of traces by chance.
  expect(log).not.toMatch(/Psst|(?<![\da-f])9198\d{8}(?![\da-f])|"404"/)
})

test('every kind of message that a phone can send becomes a message', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  const first = await phones.write(ravi, { text: 'नमस्ते 👋' })
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const sent: [written: object, shown: object][] = [
    [
      { text: 'Again', replyTo: first.id },
      { type: 'text', text: 'Again' },
    ],
    [
      { type: 'location', text: 'Shop' },
      { type: 'location', text: 'Shop\n0, 0' },
    ],
    [
      { type: 'contacts', text: 'Neha' },
      { type: 'contact', text: 'Neha' },
    ],
    [
      { type: 'interactive', text: 'Cut' },
      { type: 'interactive', text: 'Cut' },
    ],
    [
      { type: 'button', text: 'Yes' },
      { type: 'interactive', text: 'Yes' },
    ],
    [
      { type: 'unsupported', text: '' },
      { type: 'unsupported', text: '' },
    ],
  ]
  for (const [index, [message]] of sent.entries()) {
    await phones.write(ravi, message)
    await waitForChat(owner, ({ items }) => expect(items).toHaveLength(index + 2))
  }

  const { items, session } = await waitForChat(owner, () => {})
  expect(items.map(({ type, text }) => ({ type, text }))).toEqual([
    { type: 'text', text: 'नमस्ते 👋' },
    ...sent.map(([, expected]) => expected),
  ])
  expect(items[1].replyToId).toBe(items[0].id)
  expect(session).toMatchObject({
    contact: { name: 'Ravi', phoneNumber: ravi, waId: ravi.slice(1) },
    window: { open: true },
    unreadCount: 7,
  })
  expect((await whatsAppOf(owner)).lastInboundAt).not.toBeNull()
})

test('a contact with a new number stays the same contact', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '110')
  await sendWebhook(textOf('wamid.old', 'It is me', now() - 2))
  const system = { type: 'user_changed_number', wa_id: '919800000777', body: 'changed' }
  const moved = { from: '919800000001', id: 'wamid.moved', timestamp: String(now() - 1) }
  await sendWebhook({ messages: [{ ...moved, type: 'system', system }] })
  await sendWebhook(textOf('wamid.new', 'Still me', now(), '919800000777'))

  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(3))
  expect(session.contact).toMatchObject({ phoneNumber: '+919800000777', waId: '919800000777' })
  expect((await owner.call('GET', '/api/chats/sessions')).body.totals.all).toBe(1)
})

test('a webhook is parsed only after its signature and depth are checked', async () => {
  const { webhook, appSecret } = await connect(api, await api.newOwner(), '121')
  const deep = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`
  const nested = webhook({ x: 0 }).replace('"x":0', `"x":${deep}`)
  const wide = webhook({ x: Array(500_000).fill(1) })
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => {
    parse.mockRestore()
  })

  for (const body of [nested, wide]) {
    expectProblem(await deliver(api, body, sign(body, 'guessed')), 403)
    expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)
  }

  expect(parse.mock.calls.filter(([text]) => text.length > 1_000_000)).toEqual([])
  expect(api.log.join('')).toContain('a signed webhook that cannot be read')
})

test('a webhook of three megabytes is accepted and applied', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '122')
  const text = textOf('wamid.large', 'Hello', now())

  expect((await sendWebhook({ ...text, errors: ['x'.repeat(2_900_000)] })).status).toBe(200)

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})

const statusOf = (id: string, code: number, timestamp: number) => ({
  statuses: [
    {
      id,
      status: 'failed',
      timestamp: String(timestamp),
      recipient_id: '919800000001',
      errors: [{ code, title: 'It failed' }],
    },
  ],
})

test('a failure from before a number was reconnected does not disconnect it', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '123')
  const { id: ownerId } = owner
  const { queries } = api.database
  const connected = (connectedAt: string) => ({
    channel: { status: 'connected', lastInboundAt: null, lastError: null, connectedAt } as const,
  })
  const statusNow = async () => {
    const [row] = await queries.select().from(users).where(eq(users.id, ownerId))
    return row?.findings.channel?.status
  }
  const at = new Date(Date.now() - 60_000)
  await queries
    .update(users)
    .set({ findings: connected(at.toISOString()) })
    .where(eq(users.id, ownerId))

  const failure = statusOf('wamid.none', 190, Math.floor(at.getTime() / 1000) - 60)
  await sendWebhook({ ...failure, ...textOf('wamid.later', 'Hello', now()) })
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  expect(await statusNow()).toBe('connected')
  await sendWebhook(statusOf('wamid.none', 190, now()))
  await vi.waitFor(async () => expect(await statusNow()).toBe('disconnected'))
})
