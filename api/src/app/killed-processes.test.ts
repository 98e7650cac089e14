import { freePort, startTestServer } from '@errand/database/testing'
import { asc, eq, ne } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { order, startShop, verify, type Shop } from '../../test/billing-fixture.ts'
import { readChat, receive, words } from '../../test/chat-api.ts'
import { handOver, openBeside } from '../../test/hand-over.ts'
import type { Answer, Person } from '../../test/test-api.ts'
import { kill, personAt, startServer, type TestServer } from '../../test/test-server.ts'
import type { Database } from '../platform/database/database.ts'
import { accounts, events, invoices, ledgerEntries, messages } from '../platform/database/schema.ts'

const kinds = ['api', 'worker', 'database'] as const

test('a killed api, worker or database takes nothing along that eight clients were told is done', async () => {
  const product = await startProduct()
  const { person } = product
  const { chats, verifications } = await prepare(product.shop, person)
  const writes = writesOf({ chats, verifications })
  const acknowledged = new Map<Write, Answer>()
  let interrupted = 0
  const killing: Promise<void>[] = []
  const waiting = writes.values()
  const client = async () => {
    for (const write of waiting) {
      const { answer, failures } = await askUntilAnswered(write, person)
      interrupted += failures
      acknowledged.set(write, answer)
      const due = Math.floor((acknowledged.size * (kinds.length + 1)) / writes.length)
      if (killing.length < Math.min(due, kinds.length)) {
        killing.push(product.kill(kinds[killing.length % kinds.length] ?? 'api'))
      }
    }
  }
  await Promise.all(each(8, client))
  await Promise.all(killing)
  expect(killing).toHaveLength(kinds.length)
  expect(interrupted).toBeGreaterThan(0)

  for (const write of writes) {
    const { answer } = await askUntilAnswered(write, person)
    expect(answer.status).toBeLessThan(300)
    expect(madeBy(answer)).toBe(madeBy(acknowledged.get(write) ?? answer))
  }
  const beside = await openBeside(product.databaseUrl)
  const { database } = beside
  await everythingIsSent(beside, 24)
  await expectOnce(person, chats)
  await expectMoney(database)
  await expectEventsInOrder(database)
})

/** Postgres as it runs with the product, an api and a worker. */
async function startProduct() {
  const shop = await startShop()
  onTestFinished(() => shop.simulator.stop())
  const postgres = await startTestServer({})
  onTestFinished(() => postgres.stop())
  const databaseUrl = postgres.url('errand')
  const port = String(await freePort())
  const running = new Map<string, TestServer>()
  const start = async (kind: 'api' | 'worker') => {
    const server = await startServer({
      ...shop.environment,
      DATABASE_URL: databaseUrl,
      API_PORT: port,
      WORKER: kind === 'api' ? 'off' : 'only',
      TRIAL_MESSAGES: '0',
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_ADDRESS: '0',
    })
    running.set(kind, server)
  }
  onTestFinished(async () => {
    for (const server of running.values()) await kill(server)
  })
  await start('api')
  await start('worker')
  return {
    shop,
    databaseUrl,
    /** Kills it and starts it again, as the start command does. */
    kill: async (kind: (typeof kinds)[number]) => {
      if (kind === 'database') return postgres.crash()
      const server = running.get(kind)
      if (server !== undefined) await kill(server)
      await startUntilReady(() => start(kind))
    },
    person: personAt({ url: `http://127.0.0.1:${port}` }),
  }
}

/** The database may be away. */
async function startUntilReady(start: () => Promise<void>): Promise<void> {
  try {
    await start()
  } catch {
    await startUntilReady(start)
  }
}

/** Asks again while nobody answers, or the answer says to. */
async function askUntilAnswered(write: Write, person: Person) {
  for (let failures = 0; ; failures += 1) {
    const answer = await write(person).catch(() => undefined)
    const isPassing =
      answer === undefined || answer.status === 503 || answer.body.code === 'request_in_progress'
    if (!isPassing) return { answer, failures }
  }
}

type Beside = Awaited<ReturnType<typeof openBeside>>

/** Also what killed workers had taken; the phones of a killed api report nothing more. */
async function everythingIsSent({ database, queue }: Beside, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await handOver({ database, queue, begunBefore: new Date(Date.now() - 2_000) })
      const out = await database.queries
        .select({ status: messages.status, attempts: messages.attempts })
        .from(messages)
        .where(eq(messages.direction, 'out'))
      expect(out).toHaveLength(count)
      expect(out.filter(({ status }) => status !== 'delivered' && status !== 'sent')).toEqual([])
      expect(out.filter(({ attempts }) => attempts !== 1)).toEqual([])
      // The simulated phones of one process hear of what the other one sends.
      expect(out.some(({ status }) => status === 'delivered')).toBe(true)
    },
    { timeout: 120_000, interval: 500 },
  )
}

/** What a client does once; it may ask again as long as it does not know what came of it. */
type Write = (person: Person) => Promise<Answer>

interface Chat {
  id: string
  from: string
}

const each = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index))

/** Credit, chats, and orders that are paid but of which nobody has told us. */
async function prepare(
  shop: Shop,
  person: Person,
): Promise<{ chats: Chat[]; verifications: Write[] }> {
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

/** The ids that an answer gave to what it made. */
const madeBy = ({ body }: Answer) =>
  body.job?.id ?? body.message?.id ?? body.messageId ?? body.invoiceId

/** What the writes have made is there once, in the order of its chat, and paid once. */
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
async function expectMoney({ queries }: Database): Promise<void> {
  const rows = await queries.select().from(ledgerEntries).orderBy(asc(ledgerEntries.at))
  for (const { ownerId, balanceMicros } of await queries.select().from(accounts)) {
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
  const issued = await queries.select({ number: invoices.number }).from(invoices)
  const counts = issued.map(({ number }) => Number(number.split('/')[2])).toSorted((a, b) => a - b)
  expect(counts).toEqual(numbersOf(5))
}

/** Of each account and of each chat the events are numbered one after the other. */
async function expectEventsInOrder({ queries }: Database): Promise<void> {
  const rows = await queries
    .select()
    .from(events)
    .where(ne(events.type, 'run.state'))
    .orderBy(asc(events.ownerId), asc(events.seq))
  for (const ofOwner of Map.groupBy(rows, ({ ownerId }) => ownerId).values()) {
    expect(ofOwner.map(({ seq }) => seq)).toEqual(numbersOf(ofOwner.length))
    const ofChats = Map.groupBy(
      ofOwner.filter(({ sessionId }) => sessionId !== null),
      ({ sessionId }) => sessionId,
    )
    for (const ofChat of ofChats.values()) {
      const seqs = ofChat.map(({ sessionSeq }) => sessionSeq)
      expect(seqs).toEqual(numbersOf(ofChat.length))
    }
  }
}

/** The numbers that so many things have, one after the other. */
const numbersOf = (count: number): number[] => each(count, (index) => index + 1)
