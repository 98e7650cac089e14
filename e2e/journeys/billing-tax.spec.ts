import { once } from 'node:events'
import { rmSync } from 'node:fs'

import type { CreateOrderResponse } from '@errand/contract/billing/order'
import type { Invoice } from '@errand/contract/billing/invoice'

import { startAnother } from '../support/another-product.ts'
import { expectLedger, openCheckout, press } from '../support/checkout.ts'
import { ownersApi } from '../support/owners-api.ts'
import { anotherEnvironment } from '../support/product.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

/** A seller who is registered for GST in Maharashtra. */
const seller = {
  TAX_RATE: '18',
  SELLER_NAME: 'Errand Services',
  SELLER_ADDRESS: 'Pune',
  SELLER_GSTIN: '27AAPFU0939F1ZV',
  SELLER_SAC: '998599',
}

const environment = anotherEnvironment()
const origin = `http://localhost:${environment.PORT}`
test.use({ baseURL: origin })

test('with tax the whole is paid, the credit is without it, and the invoice says both', async ({
  page,
}) => {
  // It starts a product first.
  test.slow()
  const product = await startAnother({ ...environment, ...seller })
  try {
    await page.goto('/login')
    await signIn(page, newPhoneNumber(), `http://127.0.0.1:${environment.IDENTITY_PORT}`)
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
  } finally {
    product.kill('SIGTERM')
    await once(product, 'exit')
    rmSync(environment.DATA_DIR, { recursive: true })
  }
})
