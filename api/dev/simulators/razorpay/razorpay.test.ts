import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

import { isValidSignature } from '../../../src/modules/billing/razorpay.ts'
import { startRazorpay } from '../../../test/razorpay-server.ts'
import { deliverTo } from './create-razorpay.ts'

const keys = { keyId: 'rzp_test_key', keySecret: 'secret', webhookSecret: 'webhook secret' }

test('webhooks are sent again until the shop takes them, with the same id', async () => {
  const received: { event: string; id: unknown; isGood: boolean }[] = []
  const whole = Promise.withResolvers<void>()
  const shop = createServer(async (request, response) => {
    const body = await text(request)
    const signature = String(request.headers['x-razorpay-signature'])
    received.push({
      event: JSON.parse(body).event,
      id: request.headers['x-razorpay-event-id'],
      isGood: isValidSignature(signature, body, keys.webhookSecret),
    })
    response.writeHead(received.length === 1 ? 500 : 200).end()
    if (received.length === 2) whole.resolve()
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const { port } = shop.address() as AddressInfo
  const deliver = deliverTo(`http://127.0.0.1:${port}/`, { firstDelayMs: 1 })
  const simulator = await startRazorpay({ ...keys, deliver })

  const order = await ask(simulator.url, 'v1/orders', { amount: 100, currency: 'INR' })
  await ask(simulator.url, `checkout/${order.id}/fail`)
  await whole.promise

  expect(received).toEqual([
    { event: 'payment.failed', id: expect.stringMatching(/^evt_\w{14}$/), isGood: true },
    received[0],
  ])
  await simulator.stop()
  shop.close()
})

async function ask(url: string, path: string, body: object = {}) {
  const authorization = `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`
  const init = { method: 'POST', headers: { authorization }, body: JSON.stringify(body) }
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on it, which is the check
  return (await fetch(`${url}/${path}`, init)).json() as Promise<any>
}
