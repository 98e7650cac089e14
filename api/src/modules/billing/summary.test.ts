import { readBillingSummaryCall } from '@errand/contract/billing/summary'
import { isoDayOf } from '@errand/contract/iso-time'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { summaryOf } from '../../../test/billing-fixture.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../platform/database/new-id.ts'
import { accounts, ledgerEntries, users } from '../../platform/database/schema.ts'
import { daysLeft, perDay } from './summary.ts'

const api = useTestApi()

interface Sent {
  at: Date
  author: 'assistant' | 'owner' | 'template'
  kind: 'usage' | 'trial_usage'
  isRefunded: boolean
}

/** What was sent, as the meter writes it. */
async function store(ownerId: string, list: Sent[]): Promise<void> {
  const rows = list.flatMap(({ at, author, kind, isRefunded }) => {
    const micros = kind === 'usage' ? -200_000n : 0n
    const entry = { ownerId, author, messageId: newId('message'), balanceAfterMicros: 0n }
    const later = new Date(at.getTime() + 36 * 60 * 60 * 1000)
    const refund = { kind: 'refund' as const, micros: -micros, at: later }
    return [{ kind, micros, at }, ...(isRefunded ? [refund] : [])].map((line) => ({
      ...entry,
      ...line,
      id: newId('ledgerEntry'),
    }))
  })
  if (rows.length > 0) await api.database.queries.insert(ledgerEntries).values(rows)
}

/** A message that was sent. */
const one = (at: string, author: Sent['author'] = 'owner', more: Partial<Sent> = {}): Sent => ({
  at: new Date(at),
  author,
  kind: 'usage',
  isRefunded: false,
  ...more,
})

test('usage is counted by day in the time zone, without refunds', async () => {
  const owner = await api.newOwner()
  await store(owner.id, [
    // The 1st in Kolkata, still the last of February in New York.
    one('2026-02-28T18:30:00Z', 'assistant'),
    one('2026-03-01T05:00:00Z', 'owner'),
    one('2026-03-01T06:00:00Z', 'assistant', { isRefunded: true }),
    one('2026-03-08T12:00:00Z', 'template', { kind: 'trial_usage' }),
    // In New York the clocks went forward on the 8th: midnight is an hour earlier.
    one('2026-03-10T03:59:00Z', 'assistant'),
    one('2026-03-10T04:00:00Z', 'owner'),
    one('2026-03-11T12:00:00Z', 'assistant'),
  ])
  const read = async (tz: string) => {
    const query = `?from=2026-03-01&to=2026-03-10&tz=${encodeURIComponent(tz)}`
    return readBillingSummaryCall.answer.parse(await summaryOf(owner, query)).usage
  }

  const usage = await read('Asia/Kolkata')
  expect(usage).toMatchObject({ messages: 5, assistant: 2, owner: 2, template: 1 })
  expect(usage).toMatchObject({ failedNotCharged: 1, amountMinor: 80 })
  const days = ({ series }: typeof usage) => series.map(({ messages }) => messages)
  expect(days(usage)).toEqual([2, 0, 0, 0, 0, 0, 0, 1, 0, 2])
  expect(usage.series[0]).toMatchObject({ date: '2026-03-01', amountMinor: 40 })
  expect(days(await read('America/New_York'))).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 1, 1])
})

test('weeks start on Monday and add up their days', async () => {
  const owner = await api.newOwner()
  await store(owner.id, [
    one('2026-11-15T12:00:00Z'),
    one('2026-11-16T12:00:00Z'),
    one('2026-11-18T12:00:00Z'),
  ])

  const { usage } = await summaryOf(owner, '?from=2026-11-11&to=2026-11-19&bucket=week')

  expect(usage.series).toMatchObject([
    { date: '2026-11-09', messages: 1, owner: 1, amountMinor: 20 },
    { date: '2026-11-16', messages: 2, owner: 2, amountMinor: 40 },
  ])
})

test('a new owner sees the trial, thirty empty days and the packs', async () => {
  const owner = await api.newOwner()

  const summary = readBillingSummaryCall.answer.parse(await summaryOf(owner))

  expect(summary).toMatchObject({
    plan: { state: 'trial', trialDaysLeft: 30, trialMessagesLeft: 500, graceMessagesLeft: 25 },
    balance: { amountMinor: 0, currency: 'INR', messagesLeft: 0 },
    unit: { price: '0.20', currency: 'INR', per: 'message' },
    usage: { messages: 0, amountMinor: 0, to: isoDayOf(Date.now(), 'Asia/Kolkata') },
    forecast: { perDay7d: 0, usedDays7d: 0, runsOutOn: null },
    orders: { items: [], nextCursor: null },
    invoices: { items: [], nextCursor: null },
  })
  expect(summary.usage.series).toHaveLength(30)
  expect(summary.packs.map(({ id }) => id)).toEqual([
    'pack_100',
    'pack_500',
    'pack_1000',
    'pack_5000',
  ])
})

test('after the trial the forecast has the day on which the credit ends', async () => {
  const owner = await api.newOwner()
  const { id: ownerId } = owner
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  await store(
    ownerId,
    Array.from({ length: 14 }, (_, count) => one(daysAgo(1 + (count % 2)))),
  )
  await api.database.queries
    .update(users)
    .set({ createdAt: new Date('2026-01-01') })
    .where(eq(users.id, ownerId))
  await api.database.queries
    .update(accounts)
    .set({ balanceMicros: 2_000_000n })
    .where(eq(accounts.ownerId, ownerId))

  const { plan, forecast, balance } = await summaryOf(owner)

  expect(plan).toMatchObject({ state: 'low', trialDaysLeft: 0, trialMessagesLeft: null })
  expect(balance.messagesLeft).toBe(10)
  const inFiveDays = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000)
  expect(forecast).toEqual({
    perDay7d: 2,
    usedDays7d: 2,
    runsOutOn: isoDayOf(inFiveDays, 'Asia/Kolkata'),
  })
})

test.each([
  [{ messages7d: 7, paidMessagesLeft: 10, trialDaysLeft: 5, trialMessagesLeft: 100 }, 1, 15],
  [{ messages7d: 70, paidMessagesLeft: 0, trialDaysLeft: 30, trialMessagesLeft: 45 }, 10, 4],
  [{ messages7d: 0, paidMessagesLeft: 10, trialDaysLeft: 0, trialMessagesLeft: 0 }, 0, undefined],
  [{ messages7d: 70, paidMessagesLeft: 0, trialDaysLeft: 9, trialMessagesLeft: 0 }, 10, undefined],
  [
    { messages7d: 1, paidMessagesLeft: 1e6, trialDaysLeft: 0, trialMessagesLeft: 0 },
    0.1,
    undefined,
  ],
])('%j uses %d a day and ends in %s days', (consumption, speed, days) => {
  expect(perDay(consumption)).toBe(speed)
  expect(daysLeft(consumption)).toBe(days)
})

test.each([
  ['from=2026-11-02&to=2026-11-01', '#/to', 'out_of_order'],
  ['from=2025-01-01&to=2026-11-01', '#/to', 'too_large'],
  ['from=2024-01-01', '#/from', 'too_large'],
  ['ordersCursor=x', '#/ordersCursor', 'invalid_cursor'],
  ['invoicesCursor=x', '#/invoicesCursor', 'invalid_cursor'],
])('a summary of %s is refused', async (query, pointer, code) => {
  const owner = await api.newOwner()

  const refused = await owner.call('GET', `/api/billing/summary?${query}`)

  expect(refused.status).toBe(422)
  expect(refused.body.errors[0]).toMatchObject({ pointer, code })
})

test('the ledger is read page by page, and by kind and day', async () => {
  const owner = await api.newOwner()
  await store(owner.id, [
    one('2026-11-09T18:29:59.999Z'),
    one('2026-11-09T18:30:00.000Z'),
    one('2026-11-10T10:00:00Z', 'owner', { kind: 'trial_usage' }),
    one('2026-11-10T18:29:59.999Z'),
    one('2026-11-10T18:30:00.000Z'),
  ])
  const read = async (query: string) =>
    (await owner.call('GET', `/api/billing/ledger?${query}`)).body
  const times = (items: { at: string }[]) => items.map((item) => item.at)

  const seen: string[] = []
  for (let cursor = ''; ;) {
    const { items, nextCursor } = await read(`limit=2${cursor}`)
    seen.push(...times(items))
    if (nextCursor === null) break
    cursor = `&cursor=${nextCursor}`
  }
  expect(seen).toEqual(seen.toSorted().toReversed())
  expect(seen).toHaveLength(5)
  expect(times((await read('from=2026-11-10&to=2026-11-10')).items)).toEqual([
    '2026-11-10T18:29:59.999Z',
    '2026-11-10T10:00:00.000Z',
    '2026-11-09T18:30:00.000Z',
  ])
  expect((await read('kind=trial_usage')).items).toHaveLength(1)
  expect((await owner.call('GET', '/api/billing/ledger?cursor=x')).status).toBe(422)
})
