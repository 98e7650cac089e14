import { asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../platform/database/new-id.ts'
import { accounts, events, ledgerEntries, users } from '../../platform/database/schema.ts'
import { changeAccount, lockAccount } from './accounts.ts'

const api = useTestApi({
  environment: async () => ({ TRIAL_MESSAGES: '2', GRACE_MESSAGES: '2' }),
})

/** Somebody whose trial is over. */
async function newPayer(): Promise<string> {
  const { id: ownerId } = await api.newOwner()
  await api.database.queries
    .update(users)
    .set({ createdAt: new Date('2026-01-01T00:00:00Z') })
    .where(eq(users.id, ownerId))
  return ownerId
}

/** Credit as a payment would bring it. */
function topUp(ownerId: string, micros: bigint): Promise<unknown> {
  const { prices } = api.billing
  return api.database.transaction(async (queries) => {
    const row = await lockAccount(queries, ownerId, prices)
    const event = { type: 'topped_up', micros } as const
    return changeAccount(queries, row, { ownerId, event, subject: {}, prices, queue: api.queue })
  })
}

type Author = 'assistant' | 'owner' | 'template'

function charge(ownerId: string, messageId = newId('message'), author: Author = 'assistant') {
  const message = { ownerId, messageId, sessionId: 'ses_1', author }
  return api.database.transaction(async (queries) => {
    return (await api.billing.meter.chargeMessage(queries, message))?.bill
  })
}

function refund(ownerId: string, messageId: string) {
  return api.database.transaction((queries) =>
    api.billing.meter.refundMessage(queries, { ownerId, messageId }),
  )
}

const requireCredit = (ownerId: string, author: Author) =>
  api.database.transaction((queries) => api.billing.meter.requireCredit(queries, ownerId, author))

const readBalance = (ownerId: string) =>
  api.billing.meter.readBalance(api.database.queries, ownerId)

const ledgerOf = (ownerId: string) =>
  api.database.queries
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.ownerId, ownerId))
    .orderBy(asc(ledgerEntries.at))

test('the first messages are free, and then credit is required', async () => {
  const { id: ownerId } = await api.newOwner()

  expect(await charge(ownerId)).toEqual({
    units: 1,
    amountMinor: 0,
    currency: 'INR',
    reason: 'trial',
  })
  await charge(ownerId)

  await expect(requireCredit(ownerId, 'assistant')).rejects.toMatchObject({
    code: 'trial_limit',
    status: 402,
  })
  await expect(requireCredit(ownerId, 'owner')).resolves.toBeUndefined()
})

test('an owner without credit has a few grace messages, and a top-up resumes the assistant', async () => {
  const ownerId = await newPayer()
  await topUp(ownerId, 300_000n)
  await requireCredit(ownerId, 'assistant')
  expect(await charge(ownerId)).toEqual({
    units: 1,
    amountMinor: 20,
    currency: 'INR',
    reason: 'charged',
  })

  await expect(requireCredit(ownerId, 'assistant')).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
  await requireCredit(ownerId, 'owner')
  await charge(ownerId, newId('message'), 'owner')
  await charge(ownerId, newId('message'), 'owner')
  await expect(requireCredit(ownerId, 'owner')).rejects.toMatchObject({
    code: 'insufficient_balance',
  })

  await topUp(ownerId, 10_000_000n)
  await requireCredit(ownerId, 'assistant')
  expect(await readBalance(ownerId)).toEqual({
    amountMinor: 970,
    currency: 'INR',
    messagesLeft: 48,
  })
})

test('a message is charged once and refunded once', async () => {
  const ownerId = await newPayer()
  await topUp(ownerId, 10_000_000n)
  const messageId = newId('message')

  const bills = [await charge(ownerId, messageId), await charge(ownerId, messageId)]
  expect(bills.map((bill) => bill?.reason)).toEqual(['charged', 'charged'])
  expect((await readBalance(ownerId)).amountMinor).toBe(980)

  await refund(ownerId, messageId)
  await refund(ownerId, messageId)
  await refund(ownerId, newId('message'))
  expect((await readBalance(ownerId)).amountMinor).toBe(1000)
  // Sent again after that it is free.
  expect(await charge(ownerId, messageId)).toMatchObject({
    units: 0,
    amountMinor: 0,
    reason: 'refunded',
  })
  expect((await readBalance(ownerId)).amountMinor).toBe(1000)
})

test('ledger entries are in order even if the clock goes back', async () => {
  const ownerId = await newPayer()
  await topUp(ownerId, 10_000_000n)
  const inAnHour = new Date(Date.now() + 60 * 60 * 1000)
  await api.database.queries
    .update(ledgerEntries)
    .set({ at: inAnHour })
    .where(eq(ledgerEntries.ownerId, ownerId))

  await charge(ownerId)
  await charge(ownerId)

  const [credit, first, second] = await ledgerOf(ownerId)
  expect([credit?.kind, first?.kind, second?.balanceAfterMicros]).toEqual([
    'top_up',
    'usage',
    9_600_000n,
  ])
  expect(first?.at).toEqual(new Date(inAnHour.getTime() + 1))
  expect(second?.at).toEqual(new Date(inAnHour.getTime() + 2))
})

test('a page receives every change of the balance, and one low-credit alert', async () => {
  const ownerId = await newPayer()
  await topUp(ownerId, 50_200_000n)
  for (let count = 0; count < 3; count += 1) await charge(ownerId)

  const told = await api.database.queries
    .select()
    .from(events)
    .where(eq(events.ownerId, ownerId))
    .orderBy(events.seq)

  expect(told.map(({ type, data }) => [type, data['plan'], data['isLowAlert']])).toEqual([
    ['billing.updated', 'active', false],
    ['billing.updated', 'active', false],
    ['billing.updated', 'low', true],
    ['billing.updated', 'low', false],
  ])
  expect(told.at(-1)?.data['balance']).toEqual({
    amountMinor: 4960,
    currency: 'INR',
    messagesLeft: 248,
  })
})

type Step = { type: 'charge' | 'refund'; message: number } | { type: 'topUp'; micros: bigint }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constantFrom('charge' as const, 'refund' as const), message: fc.nat(15) }),
  fc.record({
    type: fc.constant('topUp' as const),
    micros: fc.bigInt({ min: 1n, max: 3_000_000n }),
  }),
)

test('parallel charges, refunds and top-ups are each counted exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const ownerId = await newPayer()
      const messages = Array.from({ length: 16 }, () => newId('message'))
      const charged = new Set<string>()
      await Promise.all(
        steps.map(async (now) => {
          if (now.type === 'topUp') {
            await topUp(ownerId, now.micros)
            return
          }
          const messageId = messages[now.message] ?? ''
          if (now.type === 'refund') await refund(ownerId, messageId)
          else if (await charge(ownerId, messageId)) charged.add(messageId)
        }),
      )
      await expectExactLedger(ownerId, { steps, charged })
    }),
    { numRuns: 12 },
  )
})

async function expectExactLedger(
  ownerId: string,
  { steps, charged }: { steps: Step[]; charged: ReadonlySet<string> },
): Promise<void> {
  const ledger = await ledgerOf(ownerId)
  let running = 0n
  for (const entry of ledger) {
    running += entry.micros
    expect(entry.balanceAfterMicros).toBe(running)
  }
  const [account] = await api.database.queries
    .select()
    .from(accounts)
    .where(eq(accounts.ownerId, ownerId))
  expect(account?.balanceMicros).toBe(running)
  const credited = ledger.filter(({ kind }) => kind === 'top_up').map(({ micros }) => micros)
  const given = steps.flatMap((one) => (one.type === 'topUp' ? [one.micros] : []))
  const inOrder = (values: bigint[]) => values.map(String).toSorted()
  expect(inOrder(credited)).toEqual(inOrder(given))
  const usage = ledger.filter(({ kind }) => kind === 'usage')
  expect(usage).toHaveLength(charged.size)
  expect(new Set(usage.map(({ messageId }) => messageId))).toEqual(charged)
  const refunds = ledger.filter(({ kind }) => kind === 'refund')
  expect(new Set(refunds.map(({ messageId }) => messageId)).size).toBe(refunds.length)
  // Each moment is another one: in their order every balance follows from the last.
  expect(new Set(ledger.map(({ at }) => at.getTime())).size).toBe(ledger.length)
}
