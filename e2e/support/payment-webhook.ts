import { createHmac } from 'node:crypto'

import { expect, type Page } from 'playwright/test'

import { simulatorOrigin } from './product.ts'

// The simulated provider's own account; it is the same on every machine.
const headers = { authorization: `Basic ${btoa('rzp_test_Simulated00000:simulated')}` }
const webhookSecret = 'simulated'

/** Tells the product that an order was paid, as the provider does; again under the same event's id it is the same news. */
export async function tellOfPayment(page: Page, orderId: string, eventId: string): Promise<void> {
  const url = `${simulatorOrigin}/simulator/razorpay/v1/orders/${orderId}/payments`
  const { items } = (await (await page.request.get(url, { headers })).json()) as { items: object[] }
  const data = JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity: items[0] } },
  })
  const answer = await page.request.post('/api/webhooks/razorpay', {
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': eventId,
      'x-razorpay-signature': createHmac('sha256', webhookSecret).update(data).digest('hex'),
    },
    data,
  })
  expect(answer.status(), await answer.text()).toBe(200)
}
