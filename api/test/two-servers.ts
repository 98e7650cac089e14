import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Database } from '../src/database/database.ts'
import { messages } from '../src/database/schema.ts'
import { createLog } from '../src/log/create-log.ts'
import { openQueue, type BossQueue } from '../src/queue/boss-queue.ts'
import { startShop, type Shop } from './billing-fixture.ts'
import { handOver } from './hand-over.ts'
import { each, expectOnce, insist, madeBy, prepare, writesOf, type Write } from './many-writes.ts'
import { makeStorage, type Storage } from './storage.ts'
import { createPerson, type Answer, type Person } from './test-api.ts'
import { kill, startServer, type TestServer } from './test-server.ts'
import { project } from './tokens.ts'
import { expectEventsInOrder, expectMoney } from './whole-accounts.ts'

interface Fire {
  ownerCount: number
  /** How many requests are on their way at a time. */
  atOnce: number
}

/** Tests that one of two servers may be killed while many clients write. */
export function killOneOfTwo({ ownerCount, atOnce }: Fire): void {
  const servers: TestServer[] = []
  let storage: Storage
  let shop: Shop
  let database: Database
  let queue: BossQueue

  beforeAll(async () => {
    storage = await makeStorage()
    shop = await startShop()
    database = await storage.open()
    queue = await openQueue(database, createLog('silent'))
  })

  afterAll(async () => {
    for (const server of servers) await kill(server)
    await queue.stop()
    await database.close()
    await shop.simulator.stop()
    await storage.remove()
  })

  async function start(name: string): Promise<TestServer> {
    const server = await startServer({
      ...storage.environment,
      // PostgreSQL shows it with each connection of the server's pool.
      PGAPPNAME: name,
      ...shop.environment,
      IDENTITY_PROJECT: project,
      IDENTITY_EMULATOR_URL: 'http://127.0.0.1:9',
      TRIAL_MESSAGES: '0',
      RATE_LIMIT_USER: '0',
      RATE_LIMIT_ADDRESS: '0',
    })
    servers.push(server)
    return server
  }

  test('of two servers one is killed while many write: all that was said is true, and nothing is twice', async () => {
    const [doomed, staying] = await Promise.all([start('doomed'), start('staying')])
    const prepared = await Promise.all(
      each(ownerCount, (n) => prepare(shop, personAt(staying, n + 1))),
    )
    const writes = prepared.flatMap((one, n) =>
      writesOf(one).map((write) => ({ write, number: n + 1 })),
    )
    expect(await countConnections(database, 'doomed')).toBeGreaterThan(0)
    const said = new Map<Write, Answer>()
    let interrupted = 0
    const waiting = writes.entries()
    const lanes = each(atOnce, async () => {
      for (const [index, { write, number }] of waiting) {
        const server = index % 2 === 0 ? doomed : staying
        const isBeforeKill = !doomed.process.killed
        const answer = await write(personAt(server, number)).catch(() => undefined)
        if (answer === undefined) interrupted += isBeforeKill ? 1 : 0
        else if (answer.status < 300) said.set(write, answer)
        if (said.size === Math.floor(writes.length / 4)) doomed.process.kill('SIGKILL')
      }
    })
    await doomed.exited
    const killedAt = new Date()
    await vi.waitFor(async () => expect(await countConnections(database, 'doomed')).toBe(0), {
      interval: 20,
    })
    const disconnectedAt = new Date()
    await Promise.all(lanes)
    // It was in the middle of them.
    expect(interrupted).toBeGreaterThan(0)
    expect(said.size).toBeLessThan(writes.length)

    const again = await Promise.all(
      writes.map(async ({ write, number }) => ({
        before: said.get(write),
        answer: await insist(write, personAt(staying, number)),
      })),
    )

    expect(again.filter(({ answer }) => answer.status >= 300)).toEqual([])
    const acknowledged = again.flatMap(({ before, answer }) =>
      before === undefined ? [] : [{ before, answer }],
    )
    expect(acknowledged).toHaveLength(said.size)
    for (const { before, answer } of acknowledged) expect(madeBy(answer)).toBe(madeBy(before))
    // Also what the killed one had taken is sent by the other.
    await handOver({ database, queue, begunBefore: disconnectedAt })
    await everythingIsSent(database, ownerCount * 24, killedAt)
    for (let n = 0; n < ownerCount; n += 1) {
      await expectOnce(personAt(staying, n + 1), prepared[n]?.chats ?? [])
    }
    await expectMoney(database, ownerCount * 5)
    await expectEventsInOrder(database)
  })
}

const personAt = ({ url }: TestServer, number: number): Person =>
  createPerson(number, (path, init) => fetch(`${url}${path}`, init))

/** How many connections a server has, without its queue's: PostgreSQL finishes what a killed one began. */
async function countConnections({ queries }: Database, name: string): Promise<number> {
  const [row] = await queries
    .select({ count: sql<number>`count(*)::int` })
    .from(sql`pg_stat_activity`)
    .where(sql`datname = current_database() and application_name = ${name}`)
  return row?.count ?? 0
}

async function everythingIsSent(
  { queries }: Database,
  count: number,
  killedAt: Date,
): Promise<void> {
  await vi.waitFor(
    async () => {
      const out = await queries
        .select({
          id: messages.id,
          status: messages.status,
          statusAt: messages.statusAt,
          attempts: messages.attempts,
        })
        .from(messages)
        .where(eq(messages.direction, 'out'))
      expect(out).toHaveLength(count)
      expect(out.filter((message) => message.attempts !== 1)).toEqual([])
      // The killed server's simulated phones ended with it: nobody reports what they received.
      const lost = out.filter(({ status, statusAt }) => {
        const sentAt = Date.parse(statusAt.sent ?? '')
        return status !== 'delivered' && !(status === 'sent' && sentAt <= killedAt.getTime())
      })
      expect(lost).toEqual([])
    },
    { timeout: 90_000, interval: 100 },
  )
}
