import type { CreateOrderResponse, VerifiedPayment } from '@errand/contract/billing/order'
import type { BillingSummary } from '@errand/contract/billing/summary'
import { expect, type Page } from 'playwright/test'

import { checkoutFrame } from './checkout.ts'
import type { OwnersApi } from './owners-api.ts'

/** The checkout's own script gives it to the page. */
declare const Razorpay: new (options: {
  key: string
  order_id: string
  handler: (paid: object) => void
}) => { open: () => void }

/** Buys a pack of messages in the checkout's window; answers the id of the invoice. */
export async function topUp(page: Page, { ask }: OwnersApi): Promise<string> {
  const readSummary = () => ask<BillingSummary>('GET', '/api/billing/summary')
  const before = await readSummary()
  const [pack] = before.packs
  const { order, checkout } = await ask<CreateOrderResponse>('POST', '/api/billing/create-order', {
    packId: pack?.id,
  })
  // A page behind another tab may draw no frames, and nothing in it can be pressed.
  await page.bringToFront()
  await page.goto('/billing')
  const paid = openCheckout(page, checkout)
  const checkoutWindow = checkoutFrame(page).contentFrame()
  await checkoutWindow.getByRole('button', { name: 'Pay', exact: true }).click()
  const { creditedMinor, invoiceId } = await ask<VerifiedPayment>(
    'POST',
    '/api/billing/verify-payment',
    { orderId: order.id, ...(await paid) },
  )
  expect(creditedMinor).toBe(pack?.creditMinor)
  const { balance } = await readSummary()
  expect(balance.amountMinor).toBe(before.balance.amountMinor + creditedMinor)
  return invoiceId ?? ''
}

/** As the billing page opens it, under the policy of that page; resolves with what it gave back. */
async function openCheckout(
  page: Page,
  { scriptUrl = '', keyId: key, orderId }: CreateOrderResponse['checkout'],
): Promise<object> {
  await page.addScriptTag({ url: scriptUrl })
  return page.evaluate(
    (options) => new Promise<object>((handler) => new Razorpay({ ...options, handler }).open()),
    { key, order_id: orderId },
  )
}
