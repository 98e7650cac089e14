import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { buy, deliver, order, summaryOf, useShop } from '../../../../test/billing-fixture.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { orders } from '../../../platform/database/schema.ts'
import { PaymentProviderError } from '../razorpay.ts'
import { reconcileOrders } from './reconcile-orders.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

const reconcile = (afterMinutes: number) =>
  reconcileOrders({ ...api, log: api.logger }, minutes(afterMinutes))
const firstStatus = async (owner: Person) => (await summaryOf(owner)).orders.items[0].status

test('repeated requests for the same amount reuse one order until it expires', async () => {
  const owner = await api.newOwner()
  const made = await Promise.all(Array.from({ length: 4 }, () => order(owner, 30_000)))
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await summaryOf(owner)).orders.items).toHaveLength(1)
  expect((await order(owner, 40_000)).id).not.toBe(made[0].id)

  await api.database.queries.update(orders).set({ expiresAt: new Date() })
  expect((await order(owner, 30_000)).id).not.toBe(made[0].id)
})

/** Makes the provider fail for one order; `restore` ends it. */
function failFor(providerOrderId: string, error: Error) {
  const provider = api.billing.payments!.provider
  const real = provider.fetchOrderPayments
  return vi
    .spyOn(provider, 'fetchOrderPayments')
    .mockImplementation(async (id) =>
      id === providerOrderId ? Promise.reject(error) : real.call(provider, id),
    )
}

test.each([
  [new PaymentProviderError('a fault', { status: 500 }), 'paid'],
  [new Error('a fault of ours'), 'paid'],
  // There the others would only be refused as well.
  [new PaymentProviderError('too many questions', { status: 429 }), 'created'],
  [new PaymentProviderError('a key without rights', { status: 403 }), 'created'],
])('after %o for one order the next order is %s', async (error, status) => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const [bad, good] = [await order(owner, 30_000), await order(other, 30_000)]
  await api.database.queries
    .update(orders)
    .set({ createdAt: sql`${orders.createdAt} - interval '1 minute'` })
    .where(eq(orders.id, bad.id))
  await shop.atCheckout(good.providerOrderId, 'pay')
  const failing = failFor(bad.providerOrderId, error)

  await expect(reconcile(6)).rejects.toThrow(error.message)
  failing.mockRestore()

  expect(await firstStatus(other)).toBe(status)
  await reconcile(40)
})

test.each([
  [200, 'expired'],
  [401, 'created'],
  [404, 'expired'],
])('an order for which the provider answers %i is %s after its expiry', async (status, then) => {
  const owner = await api.newOwner()
  const { providerOrderId } = await order(owner, 30_000)
  await reconcile(20)
  expect(await firstStatus(owner)).toBe('created')
  const failing =
    status === 200
      ? undefined
      : failFor(providerOrderId, new PaymentProviderError('refused', { status }))

  await reconcile(40).catch(() => undefined)
  failing?.mockRestore()

  expect(await firstStatus(owner)).toBe(then)
  await reconcile(50)
})

test('a payment of an expired order is found within a day', async () => {
  const owner = await api.newOwner()
  const { providerOrderId } = await order(owner, 30_000)
  await reconcile(35)
  await shop.atCheckout(providerOrderId, 'pay')

  for (const late of [25 * 60 + 2, 90]) {
    await reconcile(late)
    expect(await firstStatus(owner)).toBe('expired')
  }
  await reconcile(23 * 60 + 2)
  expect(await firstStatus(owner)).toBe('paid')
})

test.each([
  [{ packId: 'pack_7' }, { pointer: '#/packId', code: 'not_allowed' }],
  [
    { amountMinor: 999, currency: 'INR' },
    { pointer: '#/amountMinor', code: 'too_small' },
  ],
  [
    { amountMinor: 10_000_001, currency: 'INR' },
    { pointer: '#/amountMinor', code: 'too_large' },
  ],
  [
    { amountMinor: 30_000, currency: 'USD' },
    { pointer: '#/currency', code: 'not_allowed' },
  ],
])('an order of %j is refused', async (body, problem) => {
  const owner = await api.newOwner()

  const refused = await owner.call('POST', '/api/billing/create-order', { body })

  expect(refused.status).toBe(422)
  expect(refused.body.errors).toMatchObject([problem])
})

test('the payment status shows the provider and never a secret', async () => {
  const owner = await api.newOwner()

  const { body } = await owner.call('GET', '/api/billing/config-status')

  expect(body).toMatchObject({
    configured: true,
    provider: 'test',
    mode: 'test',
    keyId: 'rzp_test_Simulated00000',
    gstReady: false,
    issues: [{ code: 'gstin_missing' }],
  })
  expect(JSON.stringify(body) + api.log.join('')).not.toContain('secret of the test')
})

test('a payment without a webhook is found when the order is checked', async () => {
  const owner = await api.newOwner()
  const { id, providerOrderId } = await order(owner, 50_000)
  const path = `/api/billing/orders/${id}`
  await owner.call('POST', `${path}/check`)
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
})

test('a refund is deducted from the balance once, partial or full', async () => {
  const owner = await api.newOwner()
  const { paid } = await buy(shop, owner, 30_000)
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

test('a refund whose webhook arrives before the payment’s counts both', async () => {
  const owner = await api.newOwner()
  const open = await order(owner, 30_000)
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  await shop.atProvider(`payments/${paid.razorpay_payment_id}/refund`, { amount: 12_000 })

  for (const event of shop.takeDeliveries().toReversed()) await deliver(api, event)

  expect((await summaryOf(owner)).balance.amountMinor).toBe(18_000)
})
