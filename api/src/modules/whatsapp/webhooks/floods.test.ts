import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'

import { handOver } from '../../../../test/hand-over.ts'
import { startWorking } from '../../../../test/phone-api.ts'
import { useTestApi, type Owner } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import type { Database } from '../../../platform/database/database.ts'
import { events, messages, webhookEvents } from '../../../platform/database/schema.ts'
import { openQueue } from '../../../platform/queue/boss-queue.ts'
import { createApplyWebhooks } from './apply-webhooks.ts'

const api = useTestApi()
const [flooder, other] = ['919800000001', '919800000002']
const flood = Array.from({ length: 100 }, (_, index) => `Flood ${index}`)

type Account = Awaited<ReturnType<typeof connect>>

/** Sends the whole flood; no worker runs yet. */
async function sendFlood({ sendWebhook }: Account, owner: Owner): Promise<void> {
  for (const text of flood) {
    const { status } = await sendWebhook(textOf(`wamid.${owner.id}.${text}`, text, now(), flooder))
    expect(status).toBe(200)
  }
}

/** The texts of some owners' messages in the order in which they were stored. */
async function listTexts(...owners: Owner[]): Promise<string[]> {
  const ids = owners.map(({ id }) => id)
  const rows = await api.database.queries
    .select({ text: messages.text })
    .from(events)
    .innerJoin(messages, sql`${messages.id} = ${events.data} -> 'message' ->> 'id'`)
    .where(and(inArray(events.ownerId, ids), eq(events.type, 'message.created')))
    .orderBy(asc(events.at), asc(events.seq))
  return rows.map(({ text }) => text)
}

const waitUntilApplied = () =>
  vi.waitFor(async () => expect(await api.database.queries.$count(webhookEvents)).toBe(0), {
    timeout: 60_000,
    interval: 100,
  })

test('a flood of messages from one contact keeps its order and barely delays other contacts and owners', async () => {
  await api.queue.drain()
  const [owner, neighbour] = [await api.newOwner(), await api.newOwner()]
  const [account, next] = [await connect(api, owner, '201'), await connect(api, neighbour, '202')]
  await sendFlood(account, owner)
  await account.sendWebhook(textOf('wamid.other', 'Hello', now(), other))
  await next.sendWebhook(textOf('wamid.next', 'Good day', now(), other))

  await startWorking(api)
  await waitUntilApplied()

  const texts = await listTexts(owner, neighbour)
  expect(texts.filter((text) => text.startsWith('Flood'))).toEqual(flood)
  expect(texts.indexOf('Hello')).toBeLessThanOrEqual(20)
  expect(texts.indexOf('Good day')).toBeLessThanOrEqual(21)
})

/** Runs a worker that hangs after this many transactions; resolves when it hangs. */
async function dieAfter(count: number): Promise<void> {
  const { ai, database, meter, logger: log } = api
  const dying = await openQueue(database, log)
  onTestFinished(() => dying.stop())
  const dead = Promise.withResolvers<void>()
  let started = 0
  const transaction: Database['transaction'] = (work) => {
    started += 1
    if (started <= count) return database.transaction(work)
    dead.resolve()
    return new Promise(() => {})
  }
  const halting: Database = Object.assign(Object.create(database), { transaction })
  const parts = { ai, database: halting, queue: dying, meter, log }
  await dying.work({ 'webhook.apply': createApplyWebhooks(parts) })
  await dead.promise
}

test('the next worker applies what a killed worker left of a flood, in order and once', async () => {
  await api.queue.drain()
  const owner = await api.newOwner()
  await sendFlood(await connect(api, owner, '203'), owner)

  await dieAfter(10)
  const { length } = await listTexts(owner)
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThan(flood.length)
  // In this order: a starting worker looks at once for what is left.
  await handOver(api)
  await startWorking(api)
  await waitUntilApplied()

  expect(await listTexts(owner)).toEqual(flood)
})
