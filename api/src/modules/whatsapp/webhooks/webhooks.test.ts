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

test('the provider proves by the owner’s word that the webhook is meant', async () => {
  const { verifyToken } = await connect(api, await api.newOwner(), '100')
  const verify = (token: string) =>
    api.request(
      `/api/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=42`,
    )

  expect(await (await verify(verifyToken)).text()).toBe('42')
  expectProblem(await readAnswer(await verify('guessed')), 403)
})

test('only what is signed with the secret of the number’s owner is stored', async () => {
  const { webhook, appSecret } = await connect(api, await api.newOwner(), '101')
  // Somebody else who claims the number cannot sign for it, nor read what comes.
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

test('a new secret of the number is taken at once', async () => {
  const owner = await api.newOwner()
  const { webhook, tell } = await connect(api, owner, '109')
  const news = textOf('wamid.q', 'Hello', now())
  expect((await tell(news)).status).toBe(200)

  const whatsapp = { appSecret: 'a new one' }
  await owner.call('PUT', '/api/auth/settings', { body: { settings: { whatsapp } } })
  const body = webhook(news)
  await vi.waitFor(
    async () => expect((await deliver(api, body, sign(body, 'a new one'))).status).toBe(200),
    { interval: 100 },
  )
})

test('of two owners whose numbers are in one app each gets his own alone', async () => {
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

test('one part of a webhook that is not as it should be takes nothing from its neighbours', async () => {
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

test('a form that is nested beyond all measure takes nothing from its neighbours', async () => {
  const owner = await api.newOwner()
  const { webhook, appSecret, tell } = await connect(api, owner, '106')
  const form = { name: 'flow', response_json: `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}` }
  const [good] = textOf('wamid.beside', 'Beside', now()).messages
  const deep = { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: form } }
  const body = webhook({ messages: [{ ...good, ...deep, id: 'wamid.deep' }, good] })
  expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)
  await tell(textOf('wamid.next', 'Next', now() + 1))

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(3))
  expect(items.map(({ type, text }) => [type, text])).toEqual([
    ['unsupported', ''],
    ['text', 'Beside'],
    ['text', 'Next'],
  ])
})

test('nothing is lost that is told of a number which was nobody’s a moment ago', async () => {
  const { webhook } = await connect(api, await api.newOwner(), '131')
  const early = webhook(textOf('wamid.early', 'Too early', now())).replaceAll('131', '132')
  expect((await deliver(api, early, sign(early, 'of a stranger'))).status).toBe(200)

  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '132')
  expect((await tell(textOf('wamid.first', 'Hello', now()))).status).toBe(200)
  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})

test('a webhook for nobody is taken, and the log does not say from whom', async () => {
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

test('everything that can be written on a phone becomes a message', async () => {
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

test('a customer with a new number stays the same contact', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '110')
  await tell(textOf('wamid.old', 'It is me', now() - 2))
  const system = { type: 'user_changed_number', wa_id: '919800000777', body: 'changed' }
  const moved = { from: '919800000001', id: 'wamid.moved', timestamp: String(now() - 1) }
  await tell({ messages: [{ ...moved, type: 'system', system }] })
  await tell(textOf('wamid.new', 'Still me', now(), '919800000777'))

  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(3))
  expect(session.contact).toMatchObject({ phoneNumber: '+919800000777', waId: '919800000777' })
  expect((await owner.call('GET', '/api/chats/sessions')).body.totals.all).toBe(1)
})

test('a webhook is read once it is known who signed it, and how deep it is', async () => {
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

test('a webhook of three megabytes is taken and worked in', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '122')
  const text = textOf('wamid.large', 'Hello', now())

  expect((await tell({ ...text, errors: ['x'.repeat(2_900_000)] })).status).toBe(200)

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

test('what was told of a number before it was connected again takes nothing from it', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '123')
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

  const told = statusOf('wamid.none', 190, Math.floor(at.getTime() / 1000) - 60)
  await tell({ ...told, ...textOf('wamid.later', 'Hello', now()) })
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  expect(await statusNow()).toBe('connected')
  await tell(statusOf('wamid.none', 190, now()))
  await vi.waitFor(async () => expect(await statusNow()).toBe('disconnected'))
})
