import { beforeAll, expect, test } from 'vitest'

import { simulatedApp, simulatedCredentials } from '../../../dev/simulators/graph/simulated-ids.ts'
import { phonesOf, startWorking, waitForChat, whatsAppOf } from '../../../test/phone-api.ts'
import { readAnswer, type Owner, useTestApi } from '../../../test/test-api.ts'
import { readSecret } from '../../platform/secrets/secrets.repo.ts'

const api = useTestApi({
  environment: async () => ({
    META_APP_ID: simulatedApp.id,
    META_APP_SECRET: simulatedApp.secret,
    META_CONFIG_ID: simulatedApp.configId,
  }),
})
beforeAll(async () => {
  await startWorking(api)
  useSimulatedGraph()
})

function useSimulatedGraph(): void {
  const { whatsapp, simulator } = api.whatsApp.endpoints
  if (whatsapp === undefined || simulator === undefined) throw new Error('No simulator')
  Object.assign(whatsapp, { baseUrl: simulator.baseUrl, ask: simulator.ask })
}

/** Finishes the signup window, and returns what it gives to the page. */
async function finishWindow(owner: Owner, isOnPhone = false) {
  const { phoneNumberId, wabaId } = simulatedCredentials(api.secretBox, owner.id)
  const body = JSON.stringify({ phoneNumberId, isOnPhone })
  const { code } = (
    await readAnswer(await api.request('/simulator/facebook/codes', { method: 'POST', body }))
  ).body
  return { code, phoneNumberId, wabaId }
}

const signUp = (owner: Owner, body: object) =>
  owner.call('POST', '/api/auth/whatsapp/signup', { body })

const outcome = ({ body }: Awaited<ReturnType<typeof signUp>>): [string, boolean][] =>
  body.stages.map(({ stage, ok }: { stage: string; ok: boolean }) => [stage, ok])

const secretOf = (owner: Owner, name: 'whatsapp_access_token' | 'whatsapp_pin') =>
  readSecret(api.database.queries, api.secretBox, { ownerId: owner.id, name })

const untouched = { provider: 'simulator', phoneNumberId: '', status: 'not_connected' }

test('a number is connected with the result of the signup window, and a contact can write to it', async () => {
  const owner = await api.newOwner()
  const result = await finishWindow(owner)

  const answer = await signUp(owner, result)

  expect(answer.body).toMatchObject({ success: true })
  expect(outcome(answer)).toEqual([
    ['token', true],
    ['number', true],
    ['register', true],
    ['webhook', true],
    ['templates', true],
  ])
  expect(await whatsAppOf(owner)).toMatchObject({
    provider: 'cloud_api',
    status: 'connected',
    phoneNumberId: result.phoneNumberId,
    wabaId: result.wabaId,
    displayPhone: expect.stringMatching(/^\+1555\d{7}$/),
    accessTokenSet: true,
    signup: { appId: simulatedApp.id, configId: simulatedApp.configId, graphVersion: 'v25.0' },
  })
  const { items } = (await owner.call('GET', '/api/chats/templates')).body
  expect(items).not.toEqual([])
  expect(await secretOf(owner, 'whatsapp_pin')).toMatch(/^\d{6}$/)

  const phones = await phonesOf(api, owner)
  await phones.write('+919800000001')
  const { session } = await waitForChat(owner, ({ items: [message] }) =>
    expect(message).toMatchObject({ text: 'Hello' }),
  )
  expect(session.channel).toBe('whatsapp')
})

test('a permit issued before the window opened is valid for its own account only', async () => {
  const owner = await api.newOwner()
  const stranger = await api.newOwner()
  const permitOf = async (one: Owner) =>
    (await one.call('POST', '/api/auth/whatsapp/signup/permit')).body.permit
  const later = api.onDevice(owner, { signedInAgo: 11 * 60 })
  const finish = async (permit: string) => {
    const body = { ...(await finishWindow(owner)), permit }
    return later.call('POST', '/api/auth/whatsapp/signup', { body })
  }

  expect(await finish(await permitOf(stranger))).toMatchObject({ status: 403 })
  expect(await finish('no.permit')).toMatchObject({ status: 403 })
  expect(await finish(await permitOf(owner))).toMatchObject({ body: { success: true } })
})

test('each stage is sent to the open pages, and no secret appears in answers, events or logs', async () => {
  const owner = await api.newOwner()
  const result = await finishWindow(owner)
  const before = api.log.length

  const answer = await signUp(owner, result)

  const stream = await owner.stream('/api/events', { headers: { 'last-event-id': '0' } })
  let received = ''
  for await (const part of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += part
    if (received.includes('"templates"')) break
  }
  const stages = [...received.matchAll(/"stage":"(\w+)"/g)].map(([, stage]) => stage)
  expect(stages).toEqual(['token', 'number', 'register', 'webhook', 'templates'])
  const token = await secretOf(owner, 'whatsapp_access_token')
  expect(token).toBe(simulatedCredentials(api.secretBox, owner.id).accessToken)
  const shown = [JSON.stringify(answer.body), received, ...api.log.slice(before)].join('')
  for (const secret of [token, result.code, await secretOf(owner, 'whatsapp_pin')])
    expect(shown).not.toContain(secret)
})

test('a used or invalid code connects nothing', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const result = await finishWindow(owner)
  await signUp(owner, result)

  for (const code of [result.code, 'made-up']) {
    const answer = await signUp(other, { ...result, code })
    expect(outcome(answer)).toEqual([['token', false]])
    expect(answer.body.stages[0].hint).toContain('Connect again')
  }
  expect(await whatsAppOf(other)).toMatchObject(untouched)
})

test.each(['wabaId', 'phoneNumberId'] as const)(
  'the %s of another account is not connected',
  async (id) => {
    const [owner, other] = [await api.newOwner(), await api.newOwner()]
    const result = await finishWindow(owner)
    const theirs = simulatedCredentials(api.secretBox, other.id)

    const answer = await signUp(owner, { ...result, [id]: theirs[id] })

    expect(outcome(answer)).toEqual([
      ['token', true],
      ['number', false],
    ])
    expect(answer.body.stages[1].hint).toContain('Facebook gave no access to this number')
    expect(await whatsAppOf(owner)).toMatchObject({ ...untouched, accessTokenSet: false })
  },
)

test('a number with its own PIN is not connected, and the answer says what to do', async () => {
  const owner = await api.newOwner()
  await (await phonesOf(api, owner)).happen('change_pin')

  const answer = await signUp(owner, await finishWindow(owner))

  expect(outcome(answer)).toEqual([
    ['token', true],
    ['number', true],
    ['register', false],
  ])
  expect(answer.body.stages[2]).toMatchObject({ code: '133005' })
  expect(answer.body.stages[2].hint).toContain('Turn off two-step verification')
  expect(await whatsAppOf(owner)).toMatchObject({ ...untouched, accessTokenSet: false })
})

test('a disconnected number can be connected again with the same PIN', async () => {
  const owner = await api.newOwner()
  await signUp(owner, await finishWindow(owner))
  const pin = await secretOf(owner, 'whatsapp_pin')
  const whatsapp = { provider: 'simulator', phoneNumberId: '', wabaId: '', accessToken: null }
  await owner.call('PUT', '/api/auth/settings', { body: { settings: { whatsapp } } })
  expect(await whatsAppOf(owner)).toMatchObject({ status: 'not_connected', accessTokenSet: false })
  await (await phonesOf(api, owner)).happen('deregister')

  expect((await signUp(owner, await finishWindow(owner))).body.success).toBe(true)
  expect(await secretOf(owner, 'whatsapp_pin')).toBe(pin)
  expect(await whatsAppOf(owner)).toMatchObject({ status: 'connected' })
})

test('a number of the WhatsApp Business app is found by its account id and never registered', async () => {
  const owner = await api.newOwner()
  const { phoneNumberId, ...result } = await finishWindow(owner, true)

  const answer = await signUp(owner, { ...result, isCoexistence: true })

  expect(outcome(answer)).toEqual([
    ['token', true],
    ['number', true],
    ['webhook', true],
    ['templates', true],
  ])
  expect(await whatsAppOf(owner)).toMatchObject({ phoneNumberId, status: 'connected' })
  expect(await secretOf(owner, 'whatsapp_pin')).toBeUndefined()
})

test('the eleventh signup within ten minutes is refused', async () => {
  const owner = await api.newOwner()
  const body = { code: 'made-up', wabaId: '1', phoneNumberId: '2' }
  for (let count = 0; count < 10; count += 1) expect((await signUp(owner, body)).status).toBe(200)
  expect((await signUp(owner, body)).status).toBe(429)
})
