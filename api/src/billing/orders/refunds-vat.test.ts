import { expect, test } from 'vitest'

import { deliver, useShop, summaryOf, verify } from '../../../test/billing-fixture.ts'
import { useTestApi } from '../../../test/test-api.ts'

const shop = await useShop()
const api = useTestApi({
  environment: async () => ({ ...shop.environment, TAX_RATE: '21', CURRENCY: 'EUR' }),
})

test('an order that is paid back whole gives back exactly its tax, also an odd one', async () => {
  const owner = await api.newOwner()
  const wanted = { amountMinor: 2500, currency: 'EUR' }
  const { order: open } = (await owner.call('POST', '/api/billing/create-order', { body: wanted }))
    .body
  expect(open).toMatchObject({ taxMinor: 525, totalMinor: 3025 })
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  await verify(owner, open.id, paid)
  shop.takeDeliveries()

  for (const amount of [1001, 2024]) {
    await shop.atProvider(`payments/${paid.razorpay_payment_id}/refund`, { amount })
  }
  for (const event of shop.takeDeliveries()) await deliver(api, event)

  const { balance, invoices } = await summaryOf(owner)
  expect(balance.amountMinor).toBe(0)
  const notes = invoices.items.filter(({ kind }: { kind: string }) => kind === 'credit_note')
  const taxes = await Promise.all(
    notes.map(async ({ id }: { id: string }) => {
      const { body } = await owner.call('GET', `/api/billing/invoice/${id}?format=json`)
      return body.taxes[0].amountMinor
    }),
  )
  expect(taxes.reduce((sum, tax) => sum + tax)).toBe(525)
})
