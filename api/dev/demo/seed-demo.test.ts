import type { ChatSession } from '@errand/contract/chats/session'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { listAccounts } from '../../src/modules/account/account.repo.ts'
import { readAccount, planRulesOf } from '../../src/modules/billing/accounts.ts'
import { planOf } from '../../src/modules/billing/plan.ts'
import { runChatTimers } from '../../src/modules/conversations/run-chat-timers.ts'
import {
  accounts,
  invoices,
  ledgerEntries,
  messages,
  users,
} from '../../src/platform/database/schema.ts'
import { addDays, dayOf } from '../../src/platform/period/days.ts'
import { readChat } from '../../test/chat-api.ts'
import { useTestApi, type Person } from '../../test/test-api.ts'
import { seedDemo, type DemoCounts } from './seed-demo.ts'

const api = useTestApi()
const chats = 120
/** Costs so much that the small demo needs credit as the large one does. */
const prices = () => ({
  ...api.billing.prices,
  trialMessages: 50,
  unitPriceMicros: 2_000_000n,
  unitPrice: '2.00',
})

let owner: Person
let counts: DemoCounts

const seed = (phoneNumber: string, more: { isReset?: boolean } = {}) =>
  seedDemo(api.database, {
    phoneNumber,
    chats,
    isReset: false,
    prices: prices(),
    ...more,
  })

beforeAll(async () => {
  owner = await api.newOwner()
  counts = await seed(owner.phoneNumber)
})

/** Every page of a list. */
async function readAll(path: string) {
  const items = []
  let cursor: string | null = null
  do {
    const { status, body } = await owner.call(
      'GET',
      `${path}&limit=100${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    expect(status).toBe(200)
    items.push(...body.items)
    cursor = body.nextCursor
  } while (cursor !== null)
  return items
}

test('who signs in with the number finds the account, of the size asked for', async () => {
  const profile = await owner.call('GET', '/api/auth/profile')
  expect(profile.body.user).toMatchObject({ uid: owner.uid, name: 'Demo Owner' })
  expect(counts).toMatchObject({ jobs: 12, chats })
  expect(await readAll('/api/chats/sessions?')).toHaveLength(chats)
  const { totals } = (await owner.call('GET', '/api/jobs')).body
  expect(totals).toEqual({ active: 8, paused: 2, draft: 1, archived: 1 })
  expect((await owner.call('GET', '/api/auth/stats')).body.messages.unread).toBeGreaterThan(0)
})

test('a handful of chats need the owner, each for a reason that can be settled', async () => {
  const waiting: ChatSession[] = await readAll('/api/chats/sessions?needsYou=true')
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.length).toBeLessThan(10)
  for (const { needs, status } of waiting)
    expect(status === 'active' || needs?.reason === 'booking').toBe(true)
})

test('every chat is as its messages say', async () => {
  let seen = 0
  for (const session of await readAll('/api/chats/sessions?')) {
    const chat = await readChat(owner, session.id, '?limit=100')
    const { items } = chat
    seen += items.length
    expect(items.map(({ seq }: { seq: number }) => seq)).toEqual(
      items.map((_: unknown, at: number) => at + 1),
    )
    const times = items.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(times).toEqual(times.toSorted())
    expect(times.at(-1) <= new Date().toISOString()).toBe(true)
    const inbound = items.filter(({ direction }: { direction: string }) => direction === 'in')
    const unread = inbound.filter(
      (message: { readByOwnerAt?: string }) => message.readByOwnerAt === undefined,
    )
    expect(chat.session).toMatchObject({ messageCount: items.length, unreadCount: unread.length })
    expect(chat.session.lastMessage).toMatchObject({ id: items.at(-1).id, at: times.at(-1) })
    expect(chat.session.window.lastInboundAt).toBe(inbound.at(-1).createdAt)
    const remarks = items.flatMap((message: { remarks: unknown[] }) => message.remarks)
    expect(chat.session.remarkCount).toBe(remarks.length)
    const cost = items.filter(
      (message: { billed?: { reason: string } }) =>
        message.billed && message.billed.reason !== 'refunded',
    )
    expect(chat.session.cost.messages).toBe(cost.length)
    expectAnswersOf(chat.session)
  }
  expect(seen).toBe(counts.messages)
})

function expectAnswersOf({
  status,
  formData,
  progress,
}: {
  status: string
  formData: { missing: string[]; status: string; values: object }
  progress: { complete: boolean }
}) {
  expect(progress.complete).toBe(formData.missing.length === 0)
  expect(formData.status === 'confirmed').toBe(status === 'completed')
  expect(formData.status === 'empty').toBe(Object.keys(formData.values).length === 0)
}

test('there are bookings of yesterday, today, tomorrow and next week', async () => {
  const today = dayOf(new Date(), 'Asia/Kolkata')
  const path = `/api/chats/bookings?from=${addDays(today, -1)}&to=${addDays(today, 8)}`
  const { items } = (await owner.call('GET', path)).body
  const days = items.map(({ day }: { day: string }) => day)
  for (const wanted of [-1, 0, 1, 7]) expect(days).toContain(addDays(today, wanted))
})

test('a contact has one chat at a time, and nothing waits to be closed', async () => {
  expect(await runChatTimers(api)).toMatchObject({ returned: 0, reminded: 0, idle: 0 })
  const all = await readAll('/api/chats/sessions?')
  expect(new Set(all.map(({ status }) => status))).toEqual(
    new Set(['active', 'completed', 'closed']),
  )
  for (const ofOne of Map.groupBy(all, ({ contact }) => contact.id).values()) {
    const inOrder = ofOne.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
    for (const [at, earlier] of inOrder.slice(0, -1).entries()) {
      expect(earlier.status).not.toBe('active')
      const gap = Date.parse(inOrder[at + 1].createdAt) - Date.parse(earlier.lastActivityAt)
      expect(gap).toBeGreaterThan(24 * 60 * 60 * 1000)
    }
  }
})

test('the ledger adds up to the balance, line by line', async () => {
  const { queries } = api.database
  const { body } = await owner.call('GET', '/api/billing/summary')
  const [account] = await queries
    .select()
    .from(accounts)
    .innerJoin(users, eq(users.id, accounts.ownerId))
    .where(eq(users.uid, owner.uid))
  if (account === undefined) throw new Error('The account is not there')
  const { ownerId, balanceMicros } = account.accounts
  const entries = await queries
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.ownerId, ownerId))
    .orderBy(ledgerEntries.at)
  let sum = 0n
  for (const { micros, balanceAfterMicros } of entries) {
    sum += micros
    expect(balanceAfterMicros).toBe(sum)
  }
  expect(balanceMicros).toBe(sum)
  expect(body.balance.amountMinor).toBe(Number(sum / 10_000n))
  expect(new Set(entries.map(({ at }) => at.getTime())).size).toBe(entries.length)
  const row = await readAccount(queries, ownerId)
  expect(planOf(row, planRulesOf(row, prices()), new Date())).not.toBe('exhausted')
  const sent = await queries.$count(messages, eq(messages.direction, 'out'))
  expect(entries.filter(({ kind }) => kind.includes('usage'))).toHaveLength(sent)
})

test('every order that was paid has an invoice, numbered without gaps', async () => {
  const { orders, invoices: shown } = (await owner.call('GET', '/api/billing/summary')).body
  expect(counts.invoices).toBeGreaterThan(1)
  const paid = orders.items.filter(({ status }: { status: string }) => status === 'paid')
  expect(paid.length).toBeLessThan(orders.items.length)
  const rows = await api.database.queries.select().from(invoices).orderBy(invoices.issuedAt)
  for (const ofYear of Map.groupBy(rows, ({ financialYear }) => financialYear).values()) {
    const numbers = ofYear.map(({ number }) => Number(number.split('/')[2]))
    expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  }
  const pdf = await owner.call('GET', `/api/billing/invoice/${shown.items[0].id}`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
})

test('words of several scripts are found', async () => {
  for (const word of ['haircut', 'सही', 'perfecto', 'صحيح', '+1202']) {
    const { body } = await owner.call('GET', `/api/chats/sessions?q=${encodeURIComponent(word)}`)
    expect(body.totals.all, word).toBeGreaterThan(0)
  }
})

test('an account with data is left alone, unless it is to be made anew', async () => {
  await expect(seed(owner.phoneNumber)).rejects.toThrow('has an account with data already')
  const before = await readAll('/api/chats/sessions?')
  expect(await seed(owner.phoneNumber, { isReset: true })).toEqual(counts)
  const names = (all: { contact: { name: string } }[]) =>
    all.map(({ contact }) => contact.name).toSorted()
  // The api learns of the new account by a notification of the database.
  await vi.waitFor(async () => {
    const after = await readAll('/api/chats/sessions?')
    expect(names(after)).toEqual(names(before))
    expect(after[0].id).not.toBe(before[0].id)
  })
})

test('whoever is not here yet gets a uid that the identity emulator can be given', async () => {
  await seed('+12125550123')
  const found = await listAccounts(api.database.queries)
  expect(found.find(({ phoneNumber }) => phoneNumber === '+12125550123')?.uid).toMatch(
    /^[A-Za-z0-9]{28}$/,
  )
  // Somebody else's invoices came after those of the first one: they cannot be taken back.
  await expect(seed(owner.phoneNumber, { isReset: true })).rejects.toThrow('Others have invoices')
})
