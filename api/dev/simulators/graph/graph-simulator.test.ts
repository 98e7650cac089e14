import { createHmac } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { createGraphSimulator } from './open-graph.ts'
import { accountIdOf, displayNumberOf, numberIdOf } from './simulated-ids.ts'
import { maxListed } from './simulation.ts'

const ownerId = 'usr_01M7ZMZ372ENDP14BBW05QFS73'
const number = numberIdOf(ownerId)
const account = accountIdOf(ownerId)
const ravi = '+919800000001'
const webhookUrl = 'http://product/api/webhooks/whatsapp'

/** A simulator for one business, or for more in its list, and the webhooks that it sends. */
function start({
  answer = () => 200,
  owners = () => [ownerId],
}: { answer?: (count: number) => number; owners?: () => string[] } = {}) {
  const told: { value: Record<string, unknown>; isSigned: boolean }[] = []
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  let count = 0
  const simulator = createGraphSimulator({
    directory: {
      find: async (id) => (id === ownerId ? { ownerId, name: 'Salon' } : undefined),
      list: async () => owners().map((id) => ({ ownerId: id, name: 'Salon' })),
      templates: async () => [],
      lastInboundAt: async () => undefined,
    },
    credentialsOf: () => ({
      phoneNumberId: number,
      wabaId: account,
      accessToken: 'token',
      appSecret: 'secret',
    }),
    webhookUrl,
    ask: async (url, { body, headers } = {}) => {
      if (typeof body !== 'string') {
        const query = new URL(url).searchParams
        return new Response(query.get('hub.challenge'), {
          status: url.includes('word') ? 200 : 403,
        })
      }
      count += 1
      const status = answer(count)
      const signature = new Headers(headers).get('x-hub-signature-256')
      const expected = `sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`
      const { value } = JSON.parse(body).entry[0].changes[0]
      if (status === 200) told.push({ value, isSigned: signature === expected })
      return new Response(null, { status })
    },
    pace: { deliveredMs: 0, retryMs: 1 },
    closing: closing.signal,
  })
  const ask = async (path: string, body?: object, token = 'token') => {
    const response = await simulator.fetch(`http://localhost/simulator/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  const send = (message: object, to = ravi.slice(1)) =>
    ask(`graph/v25.0/${number}/messages`, {
      messaging_product: 'whatsapp',
      to,
      type: 'text',
      text: { body: 'Yes' },
      ...message,
    })
  const statuses = () =>
    told.flatMap(({ value }) => (value['statuses'] ?? []) as Record<string, unknown>[])
  return { ...simulator, told, ask, send, statuses }
}

test('a customer’s words are told, signed over their bytes, until they are taken', async () => {
  const { ask, settled, told } = start({ answer: (count) => (count < 3 ? 503 : 200) })
  const message = { from: ravi, name: 'रवि', to: `+${displayNumberOf(ownerId)}`, text: 'नमस्ते' }
  expect(await ask('phone/messages', message)).toMatchObject({ status: 201 })
  await settled()

  expect(told).toEqual([{ value: expect.anything(), isSigned: true }])
  expect(told[0]?.value).toMatchObject({
    metadata: { phone_number_id: number },
    contacts: [{ profile: { name: 'रवि' }, wa_id: '919800000001' }],
    messages: [{ type: 'text', text: { body: 'नमस्ते' }, from: '919800000001' }],
  })
})

test('it refuses as the provider does', async () => {
  const { ask, send } = start()
  const template = (name: string, parameters: object[] = []) => ({
    type: 'template',
    template: { name, language: { code: 'en' }, components: [{ type: 'body', parameters }] },
  })
  const text = (value: string) => ({ type: 'text', text: value })
  const answers = {
    190: await ask(`graph/v25.0/${number}`, undefined, 'guessed'),
    100: await ask('graph/v25.0/1404'),
    132001: await send(template('unheard_of')),
    132000: await send(template('answer_waiting')),
    132018: await send(template('answer_waiting', [text('two\nlines')])),
    131021: await send({}, displayNumberOf(ownerId)),
    131056: await send({}, '919800131056'),
    131031: await send({}, '919800131031'),
  }

  for (const [code, { status, body }] of Object.entries(answers)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(body.error, code).toMatchObject({
      code: Number(code),
      message: expect.stringContaining(`(#${code})`),
      error_data: { messaging_product: 'whatsapp', details: expect.any(String) },
    })
  }
  expect((await send({ text: { body: 'x'.repeat(4097) } })).body.error.code).toBe(100)
})

test('free text outside the window is taken, and fails a moment later', async () => {
  const { ask, send, settled, statuses } = start()
  const { body } = await send({ biz_opaque_callback_data: 'msg_1.1' })
  await settled()

  expect(statuses()).toMatchObject([
    {
      id: body.messages[0].id,
      status: 'failed',
      errors: [{ code: 131_047 }],
      biz_opaque_callback_data: 'msg_1.1',
    },
  ])
  await ask('phone/messages', { from: ravi, to: number, text: 'Hi' })
  const { body: taken } = await send({})
  await settled()
  const { id } = taken.messages[0]
  const own = statuses().filter((one) => one['id'] === id)
  expect(own.map(({ status }) => status)).toEqual(['sent', 'delivered'])
})

test('phones show what was sent, read and typed, as it happens', async () => {
  const { ask, send, settled, routes } = start()
  const { body: written } = await ask('phone/messages', { from: ravi, to: number, text: 'Hi' })
  const stream = await routes.request('/phone/events')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await send({ context: { message_id: written.message.id } })
  await settled()
  const reply = { messaging_product: 'whatsapp', status: 'read', message_id: written.message.id }
  await ask(`graph/v25.0/${number}/messages`, { ...reply, typing_indicator: { type: 'text' } })

  let heard = ''
  await vi.waitFor(async () => {
    heard += (await reader?.read())?.value ?? ''
    expect(heard).toContain('event: typing')
  })
  expect(heard).toContain('event: message')
  await reader?.cancel()
  const { body: state } = await ask('phone/state')
  expect(state.businesses).toMatchObject([
    {
      name: 'Salon',
      displayPhoneNumber: `+${displayNumberOf(ownerId)}`,
      chats: [
        {
          phoneNumber: ravi,
          isTyping: true,
          unread: 1,
          messages: [
            { from: 'customer', text: 'Hi', status: 'read' },
            { from: 'business', text: 'Yes', replyTo: written.message.id, status: 'delivered' },
          ],
        },
      ],
    },
  ])
})

test('the screen of a phone shows names and words as they are written', async () => {
  const { ask } = start()
  await ask('phone/messages', { from: ravi, name: '<b>Ravi</b>', to: number, text: '<script> & "' })

  const { body } = await ask(`phone/screen?number=${encodeURIComponent(ravi)}`)
  expect(body).toContain('&lt;script&gt; &amp; &quot;</p>')
  expect(body).toContain('&lt;b&gt;Ravi&lt;/b&gt;</strong>')
  expect(body).not.toMatch(/<script|<b>/)
})

test('the screen of a phone says whether marketing messages are wanted', async () => {
  const { ask } = start()
  await ask('phone/messages', { from: ravi, to: number, text: 'Hi' })
  const screen = async () => (await ask(`phone/screen?number=${encodeURIComponent(ravi)}`)).body

  expect(await screen()).toContain('data-marketing="resume"')
  await ask('phone/preferences', { from: ravi, to: number, marketing: false })
  expect(await screen()).toContain('data-marketing="stop"')
})

test('a link to one business shows its phones alone', async () => {
  const { ask } = start()
  const state = (business: string) => ask(`phone/state?business=${business}`)

  expect((await state(ownerId)).body.businesses).toMatchObject([{ name: 'Salon' }])
  expect((await state(ownerId.replace('73', '74'))).body.businesses).toEqual([])
  expect((await state('nobody')).status).toBe(400)
})

test('a phone keeps its chat when a new business pushes the oldest out of the list', async () => {
  const idOf = (index: number) => `usr_${String(index).padStart(26, '0')}`
  const others = Array.from({ length: maxListed - 1 }, (_, index) => idOf(index))
  let owners = [ownerId, ...others]
  const { ask } = start({ owners: () => owners })
  await ask('phone/messages', { from: ravi, username: '@ravi', to: number, text: 'Hi' })
  await ask('phone/state')

  owners = [idOf(maxListed), ownerId, ...others.slice(0, -1)]
  const { body } = await ask('phone/state')
  expect(body.businesses[1].chats).toMatchObject([{ username: '@ravi', messages: [{}] }])
})

test('a webhook is set only where somebody knows the word', async () => {
  const { ask } = start()
  const path = `graph/v25.0/${account}/subscribed_apps`
  const override = (verify_token: string) =>
    ask(path, { override_callback_uri: 'http://elsewhere/hook', verify_token })

  expect((await override('guess')).body.error.code).toBe(2200)
  expect((await override('word')).body).toEqual({ success: true })
  expect((await ask(path)).body.data).toMatchObject([
    { override_callback_uri: 'http://elsewhere/hook' },
  ])
})
