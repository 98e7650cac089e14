import { expect, type Page } from 'playwright/test'

import { simulatorOrigin } from './product.ts'

const provider = `${simulatorOrigin}/simulator/razorpay/v1`
// The simulated provider's own account; it is the same on every machine.
const headers = { authorization: `Basic ${btoa('rzp_test_Simulated00000:simulated')}` }

/** Pays a part of an order back, as the seller does at the provider; its webhook tells of it. */
export async function refund(page: Page, orderId: string, amount: number): Promise<void> {
  const paid = await page.request.get(`${provider}/orders/${orderId}/payments`, { headers })
  const { items } = (await paid.json()) as { items: { id: string }[] }
  const url = `${provider}/payments/${items[0]?.id}/refund`
  const answer = await page.request.post(url, { headers, data: { amount } })
  expect(answer.status(), await answer.text()).toBe(200)
}
