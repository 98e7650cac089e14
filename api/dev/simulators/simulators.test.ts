import { freePort } from '@errand/database/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { order, summaryOf, verify } from '../../test/billing-fixture.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import type { Person } from '../../test/test-api.ts'
import { kill, personAt, startServer, type TestServer } from '../../test/test-server.ts'

let storage: Storage
let server: TestServer
let people = 0

beforeAll(async () => {
  storage = await makeStorage()
  server = await startServer({
    ...storage.environment,
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

test('a lost answer of the checkout is found by the webhook', async () => {
  const owner = await newOwner()
  const { providerOrderId } = await order(owner, 50_000)

  await atCheckout(providerOrderId, 'pay')

  await vi.waitFor(async () => expect(await summaryOf(owner)).toMatchObject(paid), { interval: 50 })
})
