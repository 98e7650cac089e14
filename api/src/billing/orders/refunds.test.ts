import { afterAll, expect, test } from 'vitest'

import {
  deliver,
  order,
  startShop,
  summaryOf,
  verify,
  type Shop,
} from '../../../test/billing-fixture.ts'
import { useTestApi } from '../../../test/test-api.ts'

let shop: Shop
const api = useTestApi({
  environment: async () => {
    shop = await startShop()
    return shop.environment
  },
})
afterAll(() => shop.simulator.stop())

test('what is paid back leaves the balance once, in parts and whole', async () => {
  const owner = await api.newOwner()
  const open = await order(owner, 30_000)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  await verify(owner, open.id, paid)
  shop.takeDeliveries()
  const refund = (amount: number) =>
    shop.atProvider(`payments/${paid.razorpay_payment_id}/refund`, { amount })

  await refund(10_000)
  const first = shop.takeDeliveries()
  // Also as another event of its own: what counts is the refund.
  const again = first.map(({ headers, body }, index) => ({
    headers: { ...headers, 'x-razorpay-event-id': `evt_again_${index}` },
    body,
  }))
  for (const event of [...first, ...first, ...again]) {
    expect((await deliver(api, event)).status).toBe(200)
  }
  const partly = await summaryOf(owner)
  expect(partly.balance.amountMinor).toBe(20_000)
  expect(partly.orders.items[0].status).toBe('paid')

  await refund(20_000)
  for (const event of shop.takeDeliveries()) await deliver(api, event)
  const wholly = await summaryOf(owner)

  expect(wholly.balance.amountMinor).toBe(0)
  expect(wholly.orders.items[0].status).toBe('refunded')
  expect(wholly.invoices.items).toMatchObject([
    { kind: 'credit_note', totalMinor: 20_000 },
    { kind: 'credit_note', totalMinor: 10_000 },
    { kind: 'receipt', totalMinor: 30_000 },
  ])
})

test('a refund that is heard of before its payment counts both', async () => {
  const owner = await api.newOwner()
  const open = await order(owner, 30_000)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  await shop.atProvider(`payments/${paid.razorpay_payment_id}/refund`, { amount: 12_000 })

  for (const event of shop.takeDeliveries().toReversed()) await deliver(api, event)

  expect((await summaryOf(owner)).balance.amountMinor).toBe(18_000)
})
