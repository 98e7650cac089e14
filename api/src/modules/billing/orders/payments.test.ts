import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { deliver, order, useShop, summaryOf, verify } from '../../../../test/billing-fixture.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { orders } from '../../../platform/database/schema.ts'
import { nextOrderStatus, nextPaymentStatus } from './apply-payment.ts'
import { reconcileOrders } from './reconcile-orders.ts'

const shop = await useShop()
const api = useTestApi({ environment: async () => shop.environment })

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

/** An order of a new owner; `pay` is what the owner does in the checkout. */
async function startOrder() {
  const owner = await api.newOwner()
  const open = await order(owner, 30_000)
  shop.takeDeliveries()
  const pay = (more = {}) => shop.atCheckout(open.providerOrderId, 'pay', more)
  return { owner, open, pay }
}

async function deliverAll(): Promise<void> {
  const events = shop.takeDeliveries()
  expect(events).not.toEqual([])
  for (const event of events) expect((await deliver(api, event)).status).toBe(200)
}

async function expectCredited(owner: Person, amountMinor: number): Promise<void> {
  const { balance, orders: listed, invoices } = await summaryOf(owner)
  expect(balance).toEqual({ amountMinor, currency: 'INR', messagesLeft: amountMinor / 20 })
  expect(listed.items.filter(({ status }: { status: string }) => status === 'paid')).toHaveLength(1)
  expect(invoices.items).toHaveLength(1)
  const { body } = await owner.call('GET', '/api/billing/ledger')
  expect(body.items).toMatchObject([{ kind: 'top_up', micros: String(amountMinor * 10_000) }])
}

test('an order is paid, confirmed and credited', async () => {
  const owner = await api.newOwner()
  const created = await owner.call('POST', '/api/billing/create-order', {
    body: { packId: 'pack_500' },
  })
  expect(created).toMatchObject({
    status: 201,
    body: {
      success: true,
      order: { amountMinor: 50_000, taxMinor: 0, totalMinor: 50_000, status: 'created' },
      checkout: {
        provider: 'razorpay',
        keyId: 'rzp_test_Simulated00000',
        amount: 50_000,
        currency: 'INR',
        prefill: { contact: owner.phoneNumber, email: '' },
        callbackUrl: null,
      },
    },
  })
  const { order: open, checkout } = created.body
  expect(checkout.orderId).toBe(open.providerOrderId)

  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  const verified = await verify(owner, open.id, paid)

  expect(verified).toMatchObject({
    status: 200,
    body: {
      success: true,
      order: { id: open.id, status: 'paid', attempts: 1, paidAt: expect.any(String) },
      payment: { id: expect.stringMatching(/^pay_/), method: 'upi' },
      creditedMinor: 50_000,
      balance: { amountMinor: 50_000, messagesLeft: 2500 },
      invoiceId: expect.stringMatching(/^inv_/),
      alreadyProcessed: false,
    },
  })
  await expectCredited(owner, 50_000)
})

test.each(['webhook first', 'page first', 'both at once'] as const)(
  'a payment reported by page and webhook, %s and twice each, is credited once',
  async (which) => {
    const { owner, open, pay } = await startOrder()
    const paid = await pay()
    const events = shop.takeDeliveries()
    const byPage = () => [verify(owner, open.id, paid), verify(owner, open.id, paid)]
    const byWebhook = () => [...events, ...events].map((event) => deliver(api, event))
    const byReconciler = () => reconcileOrders({ ...api, log: api.logger }, minutes(6))

    const answers =
      which === 'both at once'
        ? await Promise.all([...byPage(), ...byWebhook()])
        : which === 'page first'
          ? [...(await Promise.all(byPage())), ...(await Promise.all(byWebhook()))]
          : [...(await Promise.all(byWebhook())), ...(await Promise.all(byPage()))]
    await byReconciler()

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const credits = answers.filter(({ body }) => body.alreadyProcessed === false)
    expect(credits.length).toBeLessThanOrEqual(1)
    await expectCredited(owner, 30_000)
  },
)

test('a payment that is not captured yet is pending', async () => {
  const { owner, open, pay } = await startOrder()
  const paid = await pay({ capture: false })

  const waiting = await verify(owner, open.id, paid)
  expect(waiting).toMatchObject({
    status: 202,
    body: { success: true, order: { status: 'attempted' }, pollAfterMs: 2000 },
  })
  expect((await summaryOf(owner)).balance.amountMinor).toBe(0)

  await shop.atProvider(`payments/${paid.razorpay_payment_id}/capture`, { amount: 30_000 })
  expect((await verify(owner, open.id, paid)).status).toBe(200)
  await expectCredited(owner, 30_000)
})

test.each([
  ['is down', 503, 'service_unavailable'],
  ['rejects our keys', 401, 'payments_not_configured'],
])(
  'while the provider %s a signed payment is pending and a new order is refused',
  async (...given) => {
    const [, status, code] = given
    const { owner, open, pay } = await startOrder()
    const paid = await pay()
    shop.simulator.failNext(status, status)

    const waiting = await verify(owner, open.id, paid)
    const refused = await owner.call('POST', '/api/billing/create-order', {
      body: { packId: 'pack_100' },
    })

    expect(waiting).toMatchObject({ status: 202, body: { order: { status: 'attempted' } } })
    expect(refused).toMatchObject({ status: 503, body: { code } })
    expect((await verify(owner, open.id, paid)).status).toBe(200)
    await expectCredited(owner, 30_000)
  },
)

test('a failed payment leaves the order open for another attempt', async () => {
  const { owner, open, pay } = await startOrder()
  const failed = await shop.atCheckout(open.providerOrderId, 'fail')
  expect(failed.error.metadata.order_id).toBe(open.providerOrderId)
  await deliverAll()
  expect((await summaryOf(owner)).orders.items[0]).toMatchObject({
    status: 'attempted',
    attempts: 1,
  })

  expect((await order(owner, 30_000)).id, 'no second order beside it').toBe(open.id)
  const paid = await pay()
  await deliverAll()
  const verified = await verify(owner, open.id, paid)

  expect(verified.body.order).toMatchObject({ status: 'paid', attempts: 2 })
  expect((await order(owner, 30_000)).id).not.toBe(open.id)
})

test('an order with a pending attempt is not reused', async () => {
  const { owner, open, pay } = await startOrder()
  await shop.atCheckout(open.providerOrderId, 'fail')
  const paid = await pay({ capture: false })
  await deliverAll()
  expect((await verify(owner, open.id, paid)).status).toBe(202)

  expect((await order(owner, 30_000)).id).not.toBe(open.id)
})

test('a wrong signature credits nothing and does not reveal what was wrong', async () => {
  const [owner, other] = [await api.newOwner(), await api.newOwner()]
  const [open, foreign] = [await order(owner, 30_000), await order(other, 30_000)]
  const paid = await shop.atCheckout(open.providerOrderId, 'pay')
  const elsewhere = await shop.atCheckout(foreign.providerOrderId, 'pay')

  const answers = [
    await verify(owner, open.id, { ...paid, razorpay_signature: '0'.repeat(64) }),
    await verify(owner, open.id, { ...paid, razorpay_payment_id: 'pay_other' }),
    // Genuine, but of another order.
    await verify(owner, open.id, elsewhere),
  ]

  const bodies = answers.map(({ body }) => ({ ...body, traceId: '' }))
  expect(bodies[0]).toMatchObject({ status: 400, code: 'payment_signature_invalid' })
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]])
  expect((await summaryOf(owner)).balance.amountMinor).toBe(0)
  // Another owner's order does not exist.
  expect((await verify(other, open.id, paid)).status).toBe(404)
})

test('a payment with another amount than the order’s credits nothing', async () => {
  const { owner, open, pay } = await startOrder()
  await api.database.queries
    .update(orders)
    .set({ amountMinor: 90_000, totalMinor: 90_000, creditMinor: 90_000 })
    .where(eq(orders.id, open.id))
  const paid = await pay()

  const answer = await verify(owner, open.id, paid)
  await deliverAll()

  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await summaryOf(owner)).balance.amountMinor).toBe(0)
})

test('a payment in another currency than the credit is credited once the currencies match again', async () => {
  const { owner, open, pay } = await startOrder()
  const paid = await pay()
  const { prices } = api.billing

  prices.currency = 'USD'
  const answer = await verify(owner, open.id, paid)
  await deliverAll()
  const meanwhile = await summaryOf(owner)
  prices.currency = 'INR'

  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(meanwhile).toMatchObject({ balance: { amountMinor: 0 }, invoices: { items: [] } })
  expect(meanwhile.orders.items[0].status).toBe('attempted')
  expect(api.log.join('')).toContain('a payment in another currency')
  await reconcileOrders({ ...api, log: api.logger }, minutes(6))
  await expectCredited(owner, 30_000)
})

test('a second payment of a paid order is logged, not credited', async () => {
  const { owner, open, pay } = await startOrder()
  const [first, second] = [await pay({ capture: false }), await pay({ capture: false })]
  for (const { razorpay_payment_id: id } of [first, second]) {
    await shop.atProvider(`payments/${id}/capture`, { amount: 30_000 })
  }

  expect((await verify(owner, open.id, first)).status).toBe(200)
  const answers = [await verify(owner, open.id, second), await verify(owner, open.id, second)]

  expect(answers.map(({ status }) => status)).toEqual([409, 409])
  await expectCredited(owner, 30_000)
  expect(api.log.join('')).toContain('an order was paid twice')
})

test('a webhook with a wrong signature is refused, and one for an unknown order is accepted', async () => {
  const { pay } = await startOrder()
  await pay()
  const [event] = shop.takeDeliveries()
  if (event === undefined) throw new Error('No webhook was sent')

  const forged = await deliver(api, { ...event, body: event.body.replace('30000', '90000') })
  const unsigned = await deliver(api, { body: event.body, headers: {} })
  expect([forged.body.code, unsigned.body.code]).toEqual([
    'payment_signature_invalid',
    'payment_signature_invalid',
  ])

  const created = await shop.atProvider('orders', { amount: 100, currency: 'INR' })
  await shop.atCheckout(created.id, 'pay')
  await deliverAll()
})

test.each([
  ['created', ['attempted', 'attempted', 'paid', 'refunded', 'expired']],
  ['attempted', ['attempted', 'attempted', 'paid', 'refunded', 'expired']],
  ['expired', ['expired', 'attempted', 'paid', 'refunded', 'expired']],
  ['paid', ['paid', 'paid', 'paid', 'refunded', 'paid']],
  ['refunded', ['refunded', 'refunded', 'refunded', 'refunded', 'refunded']],
] as const)('an order that is %s becomes %j', (current, expected) => {
  const news = ['attempt_failed', 'authorized', 'captured', 'refunded', 'expired'] as const
  expect(news.map((event) => nextOrderStatus(current, event))).toEqual(expected)
})

test('a payment’s status only moves forward', () => {
  const all = ['failed', 'authorized', 'captured', 'refunded'] as const
  for (const [rank, current] of all.entries()) {
    const after = all.map((news) => nextPaymentStatus(current, news))
    expect(after).toEqual(all.map((news, index) => (index > rank ? news : current)))
  }
  expect(all.map((news) => nextPaymentStatus(undefined, news))).toEqual(all)
})
