import { freePort } from '@errand/database/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { order, summaryOf, verify } from '../../test/billing-fixture.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Person } from '../../test/test-api.ts'
import { kill, personAt, startServer, type TestServer } from '../../test/test-server.ts'
import { ownerIdOf } from './graph/simulated-ids.ts'

let storage: Storage
let server: TestServer
let people = 0

beforeAll(async () => {
  storage = await makeStorage()
  const port = String(await freePort())
  server = await startServer({
    ...storage.environment,
    API_PORT: port,
    // Where the simulated Facebook looks for the webhook.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SIMULATORS: '1',
    MAIL_PORT: String(await freePort()),
  })
})

afterAll(async () => {
  await kill(server)
  await storage.remove()
})

async function newOwner(): Promise<Person> {
  people += 1
  const person = personAt(server, people)
  expect((await person.signUp()).status).toBe(201)
  return person
}

const paid = { balance: { amountMinor: 50_000 } }

async function atCheckout(orderId: string, action: 'pay' | 'fail', body: object = {}) {
  const url = `${server.url}/simulator/razorpay/checkout/${orderId}/${action}`
  return (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json() as Promise<
    Record<string, string>
  >
}

test('the page loads the checkout from where it is told, and pays there', async () => {
  const owner = await newOwner()
  const { body: config } = await owner.call('GET', '/api/billing/config-status')
  const { id, providerOrderId } = await order(owner, 50_000)

  expect(config).toMatchObject({ configured: true, provider: 'test', mode: 'test' })
  const script = await fetch(config.scriptUrl)
  expect(script.headers.get('content-type')).toContain('javascript')
  expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(await script.text()).toContain('window.Razorpay')
  const page = await fetch(`${server.url}/simulator/razorpay/checkout?order_id=${providerOrderId}`)
  expect(page.headers.get('content-security-policy')).toContain('http://localhost:*')
  expect(await page.text()).toContain('₹500.00')

  await atCheckout(providerOrderId, 'fail')
  const answer = await atCheckout(providerOrderId, 'pay', { isTold: false })
  expect(await summaryOf(owner)).toMatchObject({ balance: { amountMinor: 0 } })
  expect((await verify(owner, id, answer)).status).toBe(200)
  expect(await summaryOf(owner)).toMatchObject(paid)
})

test('a number is connected by the signup of the simulated Facebook, and is reached on its phones', async () => {
  const owner = await newOwner()
  const profile = async () => (await owner.call('GET', '/api/auth/profile')).body.user
  const { id, settings } = await profile()
  const facebook = `${server.url}/simulator/facebook`
  const script = await fetch(`${facebook}/sdk.js`)
  expect(await script.text()).toContain('window.FB')
  const { appId, configId } = settings.whatsapp.signup
  const query = new URLSearchParams({ app_id: appId, config_id: configId, extras: '{}' })
  const dialog = await (await fetch(`${facebook}/dialog?${query.toString()}`)).text()
  // The newest business is chosen.
  const [, phoneNumberId = '', wabaId] = /value="(\d+)"\s+data-account="(\d+)"/.exec(dialog) ?? []
  expect(ownerIdOf(phoneNumberId)).toBe(id)
  const chosen = { method: 'POST', body: JSON.stringify({ phoneNumberId, isOnPhone: false }) }
  const { code } = (await (await fetch(`${facebook}/codes`, chosen)).json()) as { code: string }

  const body = { code, phoneNumberId, wabaId }
  const answer = await owner.call('POST', '/api/auth/whatsapp/signup', { body })

  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ success: true })
  const { whatsapp } = (await profile()).settings
  expect(whatsapp).toMatchObject({ provider: 'cloud_api', status: 'connected' })
  const { port } = new URL(server.url)
  expect(whatsapp.chatLink).toBe(`http://localhost:${port}/simulator?business=${id}`)
})

test('a lost answer of the checkout is found by the webhook', async () => {
  const owner = await newOwner()
  const { providerOrderId } = await order(owner, 50_000)

  await atCheckout(providerOrderId, 'pay')

  await vi.waitFor(async () => expect(await summaryOf(owner)).toMatchObject(paid), { interval: 50 })
})
