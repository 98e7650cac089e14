import { afterAll, expect, test } from 'vitest'

import { order, startShop, summaryOf, type Shop } from '../../../test/billing-fixture.ts'
import { useTestApi } from '../../../test/test-api.ts'

let shop: Shop
const api = useTestApi({
  environment: async () => {
    shop = await startShop()
    return shop.environment
  },
})
afterAll(() => shop.simulator.stop())

test('a payment of which nobody told is found as soon as somebody asks for the order', async () => {
  const owner = await api.newOwner()
  const { id, providerOrderId } = await order(owner, 50_000)
  const path = `/api/billing/orders/${id}`
  await shop.atCheckout(providerOrderId, 'fail')
  await shop.atCheckout(providerOrderId, 'pay')
  expect((await owner.call('GET', path)).body).toMatchObject({
    order: { id, status: 'created' },
    payments: [],
    invoiceId: null,
    refundedMinor: 0,
  })

  const checks = [owner.call('POST', `${path}/check`), owner.call('POST', `${path}/check`)]
  for (const { status, body } of await Promise.all(checks)) {
    expect(status).toBe(200)
    expect(body).toMatchObject({
      order: { id, status: 'paid', attempts: 2 },
      payments: [{ status: 'failed', error: expect.any(String) }, { status: 'captured' }],
      invoiceId: expect.stringMatching(/^inv_/),
    })
  }
  expect((await summaryOf(owner)).balance.amountMinor).toBe(50_000)
  const { body } = await owner.call('GET', '/api/billing/ledger')
  expect(body.items).toHaveLength(1)

  const stranger = await api.newOwner()
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await stranger.call('POST', `${path}/check`)).status).toBe(404)
  expect((await owner.call('GET', '/api/billing/orders/x')).status).toBe(404)
})

test('an order that nobody paid stays open when it is asked for', async () => {
  const owner = await api.newOwner()
  const { id } = await order(owner, 70_000)
  const { body } = await owner.call('POST', `/api/billing/orders/${id}/check`)
  expect(body).toMatchObject({ order: { status: 'created' }, payments: [] })
})
