import { afterAll, expect } from 'vitest'

import type { Delivery } from '../dev/simulators/razorpay/create-razorpay.ts'
import { startRazorpay } from './razorpay-server.ts'
import { readAnswer, type Answer, type Person, type useTestApi } from './test-api.ts'

const keys = {
  keyId: 'rzp_test_Simulated00000',
  keySecret: 'key secret of the test',
  webhookSecret: 'webhook secret of the test',
}

/** Settings of a seller who is registered for GST in Maharashtra. */
export const gstSeller = {
  TAX_RATE: '18',
  SELLER_NAME: 'Errand Services',
  SELLER_ADDRESS: 'Pune',
  SELLER_GSTIN: '27AAPFU0939F1ZV',
  SELLER_SAC: '998599',
}

/** A payment provider, whose webhooks wait until the test delivers them. */
export async function startShop() {
  const deliveries: Delivery[] = []
  const simulator = await startRazorpay({
    ...keys,
    deliver: (delivery) => void deliveries.push(delivery),
  })
  return {
    simulator,
    environment: {
      PAYMENT_KEY_ID: keys.keyId,
      PAYMENT_KEY_SECRET: keys.keySecret,
      PAYMENT_WEBHOOK_SECRET: keys.webhookSecret,
      PAYMENT_API_URL: simulator.url,
    },
    /** The webhooks since it was last asked. */
    takeDeliveries: () => deliveries.splice(0),
    /** What somebody does in the checkout's window. */
    atCheckout: (orderId: string, action: 'pay' | 'fail', body: object = {}) =>
      ask(`${simulator.url}/checkout/${orderId}/${action}`, body),
    /** What the shop's owner does at the provider. */
    atProvider: (path: string, body: object = {}) =>
      ask(`${simulator.url}/v1/${path}`, body, {
        authorization: `Basic ${btoa(`${keys.keyId}:${keys.keySecret}`)}`,
      }),
  }
}

/** A payment provider until the file's tests are through. */
export async function useShop(): Promise<Shop> {
  const shop = await startShop()
  afterAll(() => shop.simulator.stop())
  return shop
}

export type Shop = Awaited<ReturnType<typeof startShop>>

async function ask(url: string, body: object, headers: Record<string, string> = {}) {
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  // oxlint-disable-next-line typescript/no-explicit-any -- a test asserts on it, which is the check
  return (await fetch(url, init)).json() as Promise<any>
}

/** Brings a webhook to the api. */
export async function deliver(
  api: ReturnType<typeof useTestApi>,
  { headers, body }: Delivery,
): Promise<Answer> {
  const init = { method: 'POST', headers, body }
  return readAnswer(await api.request('/api/webhooks/razorpay', init))
}

/** Orders credit; answers the order. */
export async function order(owner: Person, amountMinor: number) {
  const body = { amountMinor, currency: 'INR' }
  const answer = await owner.call('POST', '/api/billing/create-order', { body })
  expect(answer.status).toBe(201)
  return answer.body.order
}

/** What the page sends after the checkout. */
export function verify(
  owner: Person,
  orderId: string,
  checkout: Record<string, string>,
): Promise<Answer> {
  return owner.call('POST', '/api/billing/verify-payment', { body: { orderId, ...checkout } })
}

/** Orders credit, pays it and has the page confirm it; answers the order, the payment and the answer. */
export async function buy(shop: Shop, owner: Person, amountMinor: number) {
  const open = await order(owner, amountMinor)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  const verified = await verify(owner, open.id, paid)
  return { open, paid, verified }
}

export async function summaryOf(owner: Person, query = '') {
  const answer = await owner.call('GET', `/api/billing/summary${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}
