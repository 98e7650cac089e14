import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { readChat, receive, sendReply, startSending } from '../../../test/chat-api.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import type { Queries } from '../../platform/database/database.ts'
import { contacts, rateLimits } from '../../platform/database/schema.ts'
import { openQueue } from '../../platform/queue/boss-queue.ts'
import type { Channel } from '../chats/channel.ts'
import { readPairWaitMs, reserveNumberSlot, reservePair, whatsAppPace } from './pace.ts'
import { createSendMessage } from './send-message.ts'

const api = useTestApi()
const pairMs = 1_500
/** The end of a wait is stored in whole milliseconds, so it may be later by one. */
const roundingMs = 1
const strictPace = { ...whatsAppPace, pairMs, pairBurst: 0 }

/** The messages given to the channel, each with the time from which the next may follow. */
const given: { to: string; text: string; freeAt: number }[] = []
const silent = new Set<string>()
const answer = Promise.withResolvers<void>()
let usual: Channel

beforeAll(async () => {
  const { simulator } = api.channels
  if (simulator === undefined) throw new Error('There is no channel')
  usual = simulator
  api.channels.simulator = {
    ...usual,
    pace: strictPace,
    send: async (message) => {
      const freeAt = await readFreeAt(api.database.queries, message.to.phoneNumber)
      given.push({ to: message.to.phoneNumber ?? '', text: message.text, freeAt })
      if (silent.has(message.to.phoneNumber ?? '')) await answer.promise
      return usual.send(message)
    },
  }
  await startSending(api)
})
beforeEach(() => {
  given.length = 0
  silent.clear()
})

const phone = (index: number) => `+9198000001${String(index).padStart(2, '0')}`
const textsTo = (index: number) =>
  given.filter(({ to }) => to === phone(index)).map(({ text }) => text)

async function chatWith(owner: Person, index: number): Promise<string> {
  return (await receive(owner, { from: phone(index) })).session.id
}

test('two workers send messages to one contact in order and at the channel’s pace', async () => {
  const { database, meter, channels } = api
  const other = await openQueue(database, api.logger)
  onTestFinished(() => other.stop())
  await other.work({
    'message.send': createSendMessage({ database, queue: other, meter, channels }),
  })
  const owner = await api.newOwner()
  const id = await chatWith(owner, 1)
  const texts = ['One', 'Two', 'Three', 'Four']
  for (const text of texts) await sendReply(owner, id, text)

  await vi.waitFor(() => expect(textsTo(1)).toHaveLength(4))
  expect(textsTo(1)).toEqual(texts)
  for (const gap of gapsOf(given.map(({ freeAt }) => freeAt)))
    expect(gap).toBeGreaterThanOrEqual(pairMs)
  await vi.waitFor(async () => {
    const { items } = await readChat(owner, id)
    const own = items.filter(({ direction }: { direction: string }) => direction === 'out')
    expect(own.map(({ status }: { status: string }) => status)).toEqual(
      texts.map(() => 'delivered'),
    )
  })
})

test('sends that never finish do not block other owners', async () => {
  const mute = await api.newOwner()
  const other = await api.newOwner()
  for (let index = 10; index < 20; index += 1) {
    silent.add(phone(index))
    await sendReply(mute, await chatWith(mute, index), 'Are you there?')
  }
  await vi.waitFor(() => expect(given.length).toBeGreaterThanOrEqual(6))
  expect(given).toHaveLength(6)

  await sendReply(other, await chatWith(other, 30), 'Hello')
  await vi.waitFor(() => expect(textsTo(30)).toEqual(['Hello']))
  // None of the first was answered meanwhile.
  expect(given).toHaveLength(7)
  answer.resolve()
})

test('messages to one contact are delayed only after the burst is used up', async () => {
  const { queries } = api.database
  const slow = { ...whatsAppPace, pairMs: 600_000, pairBurst: 3, orderMs: 0 }
  for (const _message of [1, 2, 3, 4]) {
    expect(await readPairWaitMs(queries, 'pair test', slow)).toBeLessThanOrEqual(roundingMs)
    await reservePair(queries, 'pair test', slow)
  }

  const waitMs = await readPairWaitMs(queries, 'pair test', slow)
  expect(waitMs).toBeGreaterThan(0)
  expect(waitMs).toBeLessThanOrEqual(slow.pairMs + roundingMs)
})

test('a message waits until the one before it has arrived, even within the burst', async () => {
  const { queries } = api.database
  const ordered = { ...whatsAppPace, orderMs: 500_000 }
  await reservePair(queries, 'pair ordered', ordered)

  const waitMs = await readPairWaitMs(queries, 'pair ordered', ordered)
  expect(waitMs).toBeGreaterThan(400_000)
  expect(waitMs).toBeLessThanOrEqual(ordered.orderMs + roundingMs)
})

test('a number’s first message is sent at once, and concurrent callers get at most 80 slots a second', async () => {
  const key = 'number test'
  expect(await reserveNumberSlot(api.database.queries, key, whatsAppPace)).toBe(0)
  const slotTimes = await Promise.all(
    Array.from({ length: 300 }, () =>
      // By the database's clock, read before the next slot is reserved: the machine's load does not matter.
      api.database.transaction(async (queries) => {
        const waitMs = await reserveNumberSlot(queries, key, whatsAppPace)
        return (await readClock(queries)) + waitMs
      }),
    ),
  )
  const inOrder = slotTimes.toSorted((one, next) => one - next)
  const most = inOrder.map((at) => inOrder.filter((one) => one >= at && one < at + 1_000).length)
  expect(Math.max(...most)).toBeLessThanOrEqual(80)
})

/** The time from which a contact may be written to again, in milliseconds of the database's clock. */
async function readFreeAt(queries: Queries, phoneNumber: string | null): Promise<number> {
  const [row] = await queries
    .select({ hits: rateLimits.hits })
    .from(rateLimits)
    .innerJoin(contacts, sql`${rateLimits.key} = 'pair simulator ' || ${contacts.id}`)
    .where(sql`${contacts.phoneNumber} = ${phoneNumber}`)
  return row?.hits[0]?.getTime() ?? 0
}

/** The database's clock, in milliseconds. */
async function readClock(queries: Queries): Promise<number> {
  const clock = await queries.execute(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  )
  return Number((clock as { rows: { ms: number }[] }).rows[0]?.ms)
}

/** The gaps between messages, from the times at which the contact was free again. */
const gapsOf = (freeAt: number[]): number[] =>
  freeAt.slice(1).map((at, index) => at - (freeAt[index] ?? at))
