import type { CreateOrderResponse } from '@errand/contract/billing/order'
import type { Invoice } from '@errand/contract/billing/invoice'

import { expectLedger, openCheckout, press } from '../support/checkout.ts'
import { ownersApi } from '../support/owners-api.ts'
import { withSecondApi } from '../support/second-api.ts'
import { expect, test as base } from '../support/test.ts'

/** A seller who is registered for GST in Maharashtra. */
const seller = {
  TAX_RATE: '18',
  SELLER_NAME: 'Errand Services',
  SELLER_ADDRESS: 'Pune',
  SELLER_GSTIN: '27AAPFU0939F1ZV',
  SELLER_SAC: '998599',
}

const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what a fixture needs
  baseURL: ({}, use) => withSecondApi(seller, use),
})

test('with tax the whole is paid, the credit is without it, and the invoice says both', async ({
  owner: { page },
}) => {
  const ordering = page.waitForResponse('**/api/billing/create-order')
  await openCheckout(page, '₹590.00')
  const { order } = (await (await ordering).json()) as CreateOrderResponse
  expect(order).toMatchObject({ amountMinor: 50_000, taxMinor: 9000, totalMinor: 59_000 })
  await press(page, 'Pay')
  await expect(page.getByRole('heading', { name: '₹500.00 of credit added' })).toBeVisible()
  await expectLedger(page, 500)

  const { ask } = ownersApi(page)
  const { invoiceId } = await ask<{ invoiceId: string }>('GET', `/api/billing/orders/${order.id}`)
  const path = `/api/billing/invoice/${invoiceId}?format=json`
  expect(await ask<Invoice>('GET', path)).toMatchObject({
    kind: 'tax_invoice',
    lines: [{ taxableMinor: 50_000 }],
    taxes: [
      { type: 'CGST', rate: 9, amountMinor: 4500 },
      { type: 'SGST', rate: 9, amountMinor: 4500 },
    ],
    totalMinor: 59_000,
  })
})
