import { freePort, startTestServer } from '@errand/database/testing'
import { openDatabase } from '@errand/database'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { Database } from '../src/database/database.ts'
import { definition } from '../src/database/definition.ts'
import { messages } from '../src/database/schema.ts'
import { createLog } from '../src/log/create-log.ts'
import { openQueue } from '../src/queue/boss-queue.ts'
import { startShop } from './billing-fixture.ts'
import { handOver } from './hand-over.ts'
import { each, expectOnce, madeBy, prepare, writesOf, type Write } from './many-writes.ts'
import { createPerson, type Answer, type Person } from './test-api.ts'
import { kill, startServer, type TestServer } from './test-server.ts'
import { project } from './tokens.ts'
import { expectEventsInOrder, expectMoney } from './whole-accounts.ts'

const kinds = ['api', 'worker', 'database'] as const

/**
 * Tests that api, worker and database may be killed, in turn and so many times, while eight clients
 * write: all that was acknowledged is there, once, and what was not can be asked for again.
 */
export function killProcesses(kills: number): void {
  test(`of ${kills} killed processes none takes anything along that was acknowledged`, async () => {
    const product = await startProduct()
    const { personAt } = product
    const owners = await Promise.all(
      each(Math.ceil(kills / 3), (n) => prepare(product.shop, personAt(n + 1))),
    )
    const writes = owners.flatMap((one, n) =>
      writesOf(one).map((write) => ({ write, number: n + 1 })),
    )
    const acknowledged = new Map<Write, Answer>()
    let interrupted = 0
    const killing: Promise<void>[] = []
    const waiting = writes.values()
    const client = async () => {
      for (const { write, number } of waiting) {
        const { answer, failures } = await askUntilAnswered(write, personAt(number))
        interrupted += failures
        acknowledged.set(write, answer)
        const due = Math.floor((acknowledged.size * (kills + 1)) / writes.length)
        if (killing.length < Math.min(due, kills)) {
          killing.push(product.kill(kinds[killing.length % kinds.length] ?? 'api'))
        }
      }
    }
    await Promise.all(each(8, client))
    await Promise.all(killing)
    expect(killing).toHaveLength(kills)
    expect(interrupted).toBeGreaterThan(0)

    for (const { write, number } of writes) {
      const { answer } = await askUntilAnswered(write, personAt(number))
      expect(answer.status).toBeLessThan(300)
      expect(madeBy(answer)).toBe(madeBy(acknowledged.get(write) ?? answer))
    }
    await everythingIsSent(product.databaseUrl, owners.length * 24)
    const database = await open(product.databaseUrl)
    for (const [n, { chats }] of owners.entries()) await expectOnce(personAt(n + 1), chats)
    await expectMoney(database, owners.length * 5)
    await expectEventsInOrder(database)
  })
}

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
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
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
    personAt: (number: number): Person =>
      createPerson(number, (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)),
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

async function open(databaseUrl: string): Promise<Database> {
  const place = { databaseUrl, dataDir: '', onIdleError: () => {} }
  const database = await openDatabase(definition, place)
  onTestFinished(() => database.close())
  return database
}

/** Also what killed workers had taken; the phones of a killed api report nothing more. */
async function everythingIsSent(databaseUrl: string, count: number): Promise<void> {
  const database = await open(databaseUrl)
  const queue = await openQueue(database, createLog('silent'))
  onTestFinished(() => queue.stop())
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
    },
    { timeout: 120_000, interval: 500 },
  )
}
