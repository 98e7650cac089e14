import { asc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { readChat, receive, words } from '../test/chat-api.ts'
import { startShop, verify, order, type Shop } from '../test/billing-fixture.ts'
import { makeStorage } from '../test/storage.ts'
import { createPerson, type Answer, type Person } from '../test/test-api.ts'
import { kill, startServer, type TestServer } from '../test/test-server.ts'
import { project } from '../test/tokens.ts'
import type { Database } from './database/database.ts'
import { accounts, events, invoices, ledgerEntries, messages } from './database/schema.ts'

const storage = await makeStorage()
const servers: TestServer[] = []
let shop: Shop
let database: Database

beforeAll(async () => {
  shop = await startShop()
})

afterAll(async () => {
  for (const server of servers) await kill(server)
  await database?.close()
  await shop.simulator.stop()
  await storage.remove()
})

async function start(): Promise<TestServer> {
  const server = await startServer({
    ...storage.environment,
    ...shop.environment,
    IDENTITY_PROJECT: project,
    IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
    TRIAL_MESSAGES: '0',
    RATE_LIMIT_USER: '0',
    RATE_LIMIT_ADDRESS: '0',
  })
  servers.push(server)
  expect(server.start).toEqual({ type: 'ready' })
  return server
}

const at = ({ url }: TestServer, number: number): Person =>
  createPerson(number, (path, init) => fetch(`${url}${path}`, init))

/** What a client does once; it may ask again as long as it does not know what came of it. */
type Write = (person: Person) => Promise<Answer>

interface Chat {
  id: string
  from: string
}

const ownerCount = 3
const each = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index))

/** Credit, chats, and orders that are paid but of which nobody has told us. */
async function prepare(person: Person): Promise<{ chats: Chat[]; verifications: Write[] }> {
  await person.signUp()
  const chats = []
  for (let index = 0; index < 3; index += 1) {
    const from = `+91980000010${index}`
    chats.push({ id: (await receive(person, { from })).session.id as string, from })
  }
  const verifications: Write[] = []
  for (let index = 0; index < 5; index += 1) {
    const { id, providerOrderId } = await order(person, 10_000 + index * 1000)
    const paid = await shop.atCheckout(providerOrderId, 'pay')
    verifications.push((asking) => verify(asking, id, paid))
  }
  await verifications.pop()?.(person)
  return { chats, verifications }
}

/** The writes of one owner's clients, each under its own key. */
function writesOf({ chats, verifications }: Awaited<ReturnType<typeof prepare>>): Write[] {
  const ofEachChat = chats.flatMap(({ id, from }) => [
    ...each(8, (index): Write => (person) => {
      const body = { from, name: 'Ravi', text: `In ${index}`, providerId: `in.${from}.${index}` }
      return person.call('POST', '/api/dev/simulate/inbound', { body })
    }),
    ...each(8, (index): Write => (person) => {
      const key = `reply-${id}-${index}`
      const options = { body: words(`Out ${index}`), headers: { 'idempotency-key': key } }
      return person.call('POST', `/api/chats/sessions/${id}/reply`, options)
    }),
  ])
  const jobs = each(12, (index): Write => (person) => {
    const headers = { 'idempotency-key': `job-${index}` }
    return person.call('POST', '/api/jobs', { body: { name: `Job ${index}` }, headers })
  })
  return [...ofEachChat, ...jobs, ...verifications]
}

/** Asks until there is an answer that will stay. */
async function insist(write: Write, person: Person): Promise<Answer> {
  const answer = await write(person)
  const isPassing = answer.status === 503 || answer.body.code === 'request_in_progress'
  return isPassing ? insist(write, person) : answer
}

/** The ids that an answer gave to what it made. */
const madeBy = ({ body }: Answer) =>
  body.job?.id ?? body.message?.id ?? body.messageId ?? body.invoiceId

test(
  'of two servers one is killed while many write: all that was said is true, and nothing is twice',
  { timeout: 180_000 },
  async () => {
    const [doomed, staying] = await Promise.all([start(), start()])
    database = await storage.open()
    const prepared = await Promise.all(each(ownerCount, (n) => prepare(at(staying, n + 1))))
    const writes = prepared.flatMap((one, n) =>
      writesOf(one).map((write) => ({ write, number: n + 1 })),
    )
    const said = new Map<Write, Answer>()
    const attempts = writes.map(async ({ write, number }, index) => {
      const server = index % 2 === 0 ? doomed : staying
      const answer = await write(at(server, number))
      if (answer.status < 300) said.set(write, answer)
      if (said.size === Math.floor(writes.length / 4)) doomed.process.kill('SIGKILL')
    })
    const outcomes = await Promise.allSettled(attempts)
    await doomed.exited
    // It was in the middle of them.
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(10)
    expect(said.size).toBeLessThan(writes.length)

    const again = await Promise.all(
      writes.map(async ({ write, number }) => ({
        before: said.get(write),
        answer: await insist(write, at(staying, number)),
      })),
    )

    expect(again.filter(({ answer }) => answer.status >= 300)).toEqual([])
    const acknowledged = again.flatMap(({ before, answer }) =>
      before === undefined ? [] : [{ before, answer }],
    )
    expect(acknowledged).toHaveLength(said.size)
    for (const { before, answer } of acknowledged) expect(madeBy(answer)).toBe(madeBy(before))
    await everythingIsSent(writes.filter(({ number }) => number === 1).length)
    for (let n = 0; n < ownerCount; n += 1) {
      await expectOnce(at(staying, n + 1), prepared[n]?.chats ?? [])
    }
    await expectMoney(ownerCount * 5)
    await expectEventsInOrder()
  },
)

/** Also what the killed one had taken: another worker notices that it is gone. */
async function everythingIsSent(atLeast: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const out = await database.queries
        .select({ status: messages.status, attempts: messages.attempts })
        .from(messages)
        .where(eq(messages.direction, 'out'))
      expect(out.length).toBeGreaterThan(atLeast)
      expect(out.filter(({ status }) => status !== 'delivered')).toEqual([])
      expect(out.filter((message) => message.attempts !== 1)).toEqual([])
    },
    { timeout: 90_000, interval: 250 },
  )
}

async function expectOnce(person: Person, chats: Chat[]): Promise<void> {
  expect((await person.call('GET', '/api/jobs')).body.totals.draft).toBe(12)
  for (const { id } of chats) {
    const { items, session } = await readChat(person, id, '?limit=100')
    const texts = items.map(({ text }: { text: string }) => text).toSorted()
    const wanted = each(8, (index) => [`In ${index}`, `Out ${index}`]).flat()
    expect(texts).toEqual(['Hello', ...wanted].toSorted())
    expect(items.map(({ seq }: { seq: number }) => seq)).toEqual(each(17, (index) => index + 1))
    expect(session).toMatchObject({ messageCount: 17, cost: { messages: 8, amountMinor: 160 } })
  }
}

/** Each balance is the sum of its lines, in their order; invoices are numbered without a gap. */
async function expectMoney(paidOrders: number): Promise<void> {
  const rows = await database.queries.select().from(ledgerEntries).orderBy(asc(ledgerEntries.at))
  for (const { ownerId, balanceMicros } of await database.queries.select().from(accounts)) {
    const lines = rows.filter((line) => line.ownerId === ownerId)
    let balance = 0n
    for (const { micros, balanceAfterMicros } of lines) {
      balance += micros
      expect(balanceAfterMicros).toBe(balance)
    }
    expect(balanceMicros).toBe(balance)
    expect(lines.map(({ kind }) => kind).filter((kind) => kind === 'usage')).toHaveLength(24)
    expect(lines.filter(({ kind }) => kind === 'top_up')).toHaveLength(5)
  }
  const issued = await database.queries.select({ number: invoices.number }).from(invoices)
  const counts = issued.map(({ number }) => Number(number.split('/')[2])).toSorted((a, b) => a - b)
  expect(counts).toEqual(each(paidOrders, (index) => index + 1))
}

/** Of each account and of each chat the events are numbered one after the other. */
async function expectEventsInOrder(): Promise<void> {
  const rows = await database.queries
    .select()
    .from(events)
    .where(ne(events.type, 'run.state'))
    .orderBy(asc(events.ownerId), asc(events.seq))
  for (const ofOwner of Map.groupBy(rows, ({ ownerId }) => ownerId).values()) {
    expect(ofOwner.map(({ seq }) => seq)).toEqual(each(ofOwner.length, (index) => index + 1))
    const ofChats = Map.groupBy(
      ofOwner.filter(({ sessionId }) => sessionId !== null),
      ({ sessionId }) => sessionId,
    )
    for (const ofChat of ofChats.values()) {
      const seqs = ofChat.map(({ sessionSeq }) => sessionSeq)
      expect(seqs).toEqual(each(ofChat.length, (index) => index + 1))
    }
  }
}
