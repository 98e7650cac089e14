import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'

import {
  readChat,
  receive,
  sendReply,
  startSending,
  waitForStatus,
} from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { accounts, messages } from '../../platform/database/schema.ts'
import { applyStatus } from '../chats/apply-status.ts'

const fields = [{ key: 'note', label: 'Note', type: 'text', required: true, order: 0 }]
const job = { name: 'Salon', instructions: 'Ask.', status: 'active', fields }

/** Ten messages at a price below the currency's smallest unit. */
describe.each([
  [{ CURRENCY: 'INR', UNIT_PRICE: '0.205' }, 2_050_000n, 205, 184],
  [{ CURRENCY: 'JPY', UNIT_PRICE: '0.20' }, 2_000_000n, 2, 1],
])('%o', (prices, charged, costMinor, afterRefund) => {
  const api = useTestApi({ environment: async () => ({ ...prices, TRIAL_MESSAGES: '0' }) })
  beforeAll(() => startSending(api))

  test('a chat and its job show exactly what was charged and refunded', async () => {
    const owner = await api.newOwner()
    const { id: ownerId } = owner
    const isOwn = eq(accounts.ownerId, ownerId)
    const full = 100_000_000n
    await api.database.queries.update(accounts).set({ balanceMicros: full }).where(isOwn)
    const created = await owner.call('POST', '/api/jobs', { body: job })
    const { session } = await receive(owner)
    let last = { id: '', providerId: '' }
    for (let count = 0; count < 10; count += 1) {
      const { body } = await sendReply(owner, session.id, `${count}`)
      last = await waitForStatus(owner, session.id, body.message.id, 'delivered')
    }
    const costs = async () => [
      (await readChat(owner, session.id)).session.cost.amountMinor,
      (await owner.call('GET', `/api/jobs/${created.body.job.id}/analytics`)).body.totals.costMinor,
    ]

    const [account] = await api.database.queries.select().from(accounts).where(isOwn)
    expect(full - (account?.balanceMicros ?? 0n)).toBe(charged)
    expect(await costs()).toEqual([costMinor, costMinor])

    const isLast = eq(messages.id, last.id)
    await api.database.queries.update(messages).set({ status: 'sent' }).where(isLast)
    const error = { code: 1, title: 'Gone', detail: '', retryable: true }
    const { providerId } = last
    await api.database.transaction((queries) =>
      applyStatus(queries, api, {
        ownerId,
        providerId,
        status: 'failed',
        at: new Date(),
        error,
      }),
    )
    expect(await costs()).toEqual([afterRefund, afterRefund])
  })
})
