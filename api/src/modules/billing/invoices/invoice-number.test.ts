import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../../../test/test-api.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { invoices, orders, users } from '../../../platform/database/schema.ts'
import { applyPayment } from '../orders/apply-payment.ts'

const api = useTestApi()

test('fifty parallel payments, some failing, leave no gap in the invoice numbers', async () => {
  // Of ten owners: what one account does waits for that account anyway.
  const owners = Array.from({ length: 10 }, () => createOrders(5))
  const orderIds = (await Promise.all(owners)).flat()
  const isFailing = (index: number) => index % 4 === 1

  const results = await Promise.allSettled(
    orderIds.map((orderId, index) => settle(orderId, isFailing(index))),
  )

  const failed = results.filter(({ status }) => status === 'rejected')
  expect(failed).toHaveLength(orderIds.filter((_, index) => isFailing(index)).length)
  const stored = await api.database.queries.select({ number: invoices.number }).from(invoices)
  const counts = stored.map(({ number }) => Number(number.split('/')[2])).toSorted((a, b) => a - b)
  expect(counts).toEqual(Array.from({ length: 50 - failed.length }, (_, index) => index + 1))
})

async function createOrders(count: number): Promise<string[]> {
  const owner = await api.newOwner()
  const [user] = await api.database.queries.select().from(users).where(eq(users.uid, owner.uid))
  const rows = Array.from({ length: count }, () => {
    const id = newId('order')
    return {
      id,
      ownerId: user?.id ?? '',
      providerOrderId: `order_${id}`,
      amountMinor: 10_000,
      taxMinor: 0,
      totalMinor: 10_000,
      creditMinor: 10_000,
      currency: 'INR',
      status: 'created' as const,
      receipt: id,
      createdAt: new Date(),
      expiresAt: new Date(),
    }
  })
  await api.database.queries.insert(orders).values(rows)
  return rows.map(({ id }) => id)
}

async function settle(orderId: string, fails: boolean): Promise<void> {
  const { prices } = api.billing
  const payment = {
    id: `pay_${orderId}`,
    order_id: `order_${orderId}`,
    amount: 10_000,
    currency: 'INR',
    status: 'captured' as const,
    captured: true,
  }
  await api.database.transaction(async (queries) => {
    const settling = { prices, queue: api.queue }
    await applyPayment(queries, settling, { orderId, payment, via: 'webhook' })
    // After its number was taken, at the last moment, by the database itself.
    if (fails) await queries.execute(sql`select 1 / 0`)
  })
}
