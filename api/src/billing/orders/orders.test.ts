import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'

import { order, startShop, summaryOf, type Shop } from '../../../test/billing-fixture.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { orders } from '../../database/schema.ts'
import { PaymentProviderError } from '../razorpay/payment-provider.ts'
import { reconcileOrders } from './reconcile-orders.ts'

let shop: Shop
const api = useTestApi({
  environment: async () => {
    shop = await startShop()
    return shop.environment
  },
})
afterAll(() => shop.simulator.stop())

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

test('the same amount is the same order for half an hour', async () => {
  const owner = await api.newOwner()
  const first = await order(owner, 30_000)
  expect(await order(owner, 30_000)).toEqual(first)
  expect((await order(owner, 40_000)).id).not.toBe(first.id)

  await api.database.queries.update(orders).set({ expiresAt: new Date() })
  const later = await order(owner, 30_000)
  expect(later.id).not.toBe(first.id)
})

test('two clicks at once make one order', async () => {
  const owner = await api.newOwner()
  const made = await Promise.all(Array.from({ length: 4 }, () => order(owner, 30_000)))

  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  expect((await summaryOf(owner)).orders.items).toHaveLength(1)
})

test('an order that nobody paid expires', async () => {
  const owner = await api.newOwner()
  await order(owner, 30_000)
  const services = { ...api, log: api.logger }

  await reconcileOrders(services, minutes(20))
  expect((await summaryOf(owner)).orders.items[0].status).toBe('created')

  await reconcileOrders(services, minutes(35))
  expect((await summaryOf(owner)).orders.items[0].status).toBe('expired')
})

test('an open order that somebody pays while it is asked for again is not the answer', async () => {
  const owner = await api.newOwner()
  const first = await order(owner, 30_000)
  const real = api.database.transaction.bind(api.database)
  const transaction = vi.spyOn(api.database, 'transaction').mockImplementationOnce(async (work) => {
    await api.database.queries
      .update(orders)
      .set({ status: 'attempted' })
      .where(eq(orders.id, first.id))
    return real(work)
  })

  const second = await order(owner, 30_000)
  transaction.mockRestore()

  expect(second.id).not.toBe(first.id)
  expect(second.status).toBe('created')
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
  [new PaymentProviderError('no answer', { status: 0 }), 'created'],
  [new PaymentProviderError('keys that are not taken', { status: 401 }), 'created'],
  [new PaymentProviderError('a key without rights', { status: 403 }), 'created'],
])('after %o at one order the next one is %s', async (error, status) => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const [bad, good] = [await order(owner, 30_000), await order(other, 30_000)]
  await api.database.queries
    .update(orders)
    .set({ createdAt: sql`${orders.createdAt} - interval '1 minute'` })
    .where(eq(orders.id, bad.id))
  await shop.atCheckout(good.providerOrderId, 'pay')
  const failing = failFor(bad.providerOrderId, error)

  const services = { ...api, log: api.logger }
  await expect(reconcileOrders(services, minutes(6))).rejects.toThrow(error.message)
  failing.mockRestore()

  expect((await summaryOf(other)).orders.items[0].status).toBe(status)
  await reconcileOrders(services, minutes(40))
})

test.each([
  [401, 'created'],
  [404, 'expired'],
])('an order of which the provider answers %i is %s after its time', async (status, then) => {
  const owner = await api.newOwner()
  const { id, providerOrderId } = await order(owner, 30_000)
  const failing = failFor(providerOrderId, new PaymentProviderError('refused', { status }))
  const services = { ...api, log: api.logger }

  await reconcileOrders(services, minutes(40)).catch(() => undefined)
  failing.mockRestore()

  const { body } = await owner.call('GET', `/api/billing/orders/${id}`)
  expect(body.order.status).toBe(then)
  await reconcileOrders(services, minutes(50))
})

test('what is paid after its order has expired is found within the day', async () => {
  const owner = await api.newOwner()
  const { providerOrderId } = await order(owner, 30_000)
  const services = { ...api, log: api.logger }
  await reconcileOrders(services, minutes(35))
  await shop.atCheckout(providerOrderId, 'pay')

  await reconcileOrders(services, minutes(25 * 60 + 2))
  expect((await summaryOf(owner)).orders.items[0].status).toBe('expired')
  await reconcileOrders(services, minutes(90))
  expect((await summaryOf(owner)).orders.items[0].status).toBe('expired')
  await reconcileOrders(services, minutes(23 * 60 + 2))
  expect((await summaryOf(owner)).orders.items[0].status).toBe('paid')
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

test('the status names the provider and never a secret', async () => {
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

test('a repeated request is answered without asking the provider', async () => {
  const owner = await api.newOwner()
  const body = { amountMinor: 30_000, currency: 'INR' }
  const options = { body, headers: { 'idempotency-key': 'order-1' } }
  const first = await owner.call('POST', '/api/billing/create-order', options)
  // Not open any more: a new request would get a new order.
  await api.database.queries.update(orders).set({ expiresAt: new Date() })
  await shop.simulator.stop()

  const again = await owner.call('POST', '/api/billing/create-order', options)
  expect(again).toMatchObject({ status: 201, body: first.body })
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  const other = { ...options, body: { ...body, amountMinor: 40_000 } }
  expect(await owner.call('POST', '/api/billing/create-order', other)).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  })
  const unknown = { body, headers: { 'idempotency-key': 'order-2' } }
  expect((await owner.call('POST', '/api/billing/create-order', unknown)).status).toBe(503)
})
