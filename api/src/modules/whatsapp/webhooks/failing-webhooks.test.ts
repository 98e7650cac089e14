import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { startWorking, waitForChat } from '../../../../test/phone-api.ts'
import { useTestApi } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import { webhookEvents } from '../../../platform/database/schema.ts'
import { findOwnersWithStalledWebhooks, sweepWebhooks } from './apply-webhooks.ts'
import { createQueueTask } from './ingest-webhook.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

/** Makes storing a message with this text fail, until the test ends or the returned function is called. */
async function failToStore(text: string) {
  const { queries } = api.database
  await queries.execute(sql`create or replace function refuse_message() returns trigger
    language plpgsql as 'begin raise exception ''stuck''; end'`)
  await queries.execute(sql`create trigger refused before insert on messages
    for each row when (new.text = ${sql.raw(`'${text}'`)}) execute function refuse_message()`)
  const allow = async () => {
    await queries.execute(sql`drop trigger if exists refused on messages`)
  }
  onTestFinished(allow)
  return allow
}

/** How often the webhook of that message has failed; undefined once it is deleted. */
async function failuresOf(id: string): Promise<number | undefined> {
  const [row] = await api.database.queries
    .select()
    .from(webhookEvents)
    .where(sql`strpos(${webhookEvents.body}, ${id}) > 0`)
  return row?.attempts
}

/** Makes the failed webhooks due now; only those with a task in the queue. */
async function retryWebhooksNow(): Promise<void> {
  const { queries } = api.database
  await api.queue.drain()
  await queries.update(webhookEvents).set({ retryAt: sql`now()` })
  await queries.execute(
    sql`update pgboss.job set start_after = now() where name = 'webhook.apply' and state = 'created'`,
  )
  await startWorking(api)
}

test('a failing webhook blocks no other, is retried and is deleted after a week', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '111')
  const { queries } = api.database
  await failToStore('Poison')

  await sendWebhook(textOf('wamid.bad', 'Poison', now() - 1))
  await sendWebhook(textOf('wamid.good', 'Fine', now()))

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(1))
  expect(items[0].text).toBe('Fine')
  const failures = () => failuresOf('wamid.bad')
  await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(0))
  const before = (await failures()) ?? 0
  expect(api.log.join('')).not.toContain('Poison')
  await retryWebhooksNow()
  await vi.waitFor(async () => expect(await failures()).toBeGreaterThan(before))

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  await sweepWebhooks(queries, inDays(6))
  expect(await failures()).toBeDefined()
  await sweepWebhooks(queries, inDays(8))
  expect(await failures()).toBeUndefined()
})

test('a failed webhook is applied by its retry, without a new webhook arriving', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '112')
  const allow = await failToStore('Poison')
  await sendWebhook(textOf('wamid.late', 'Poison', now()))
  await vi.waitFor(async () => expect(await failuresOf('wamid.late')).toBeGreaterThan(0))

  await allow()
  await retryWebhooksNow()

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Poison' }]))
  await vi.waitFor(async () => expect(await failuresOf('wamid.late')).toBeUndefined())
})

test('webhooks that fail together keep one task each', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '333')
  const ids = ['wamid.one', 'wamid.two']
  await failToStore('Poison')
  for (const id of ids) await sendWebhook(textOf(id, 'Poison', now()))
  const haveFailed = (times: number) =>
    vi.waitFor(async () => {
      for (const id of ids) expect(await failuresOf(id)).toBe(times)
    })
  await haveFailed(1)

  // The task of the first one applies both.
  await retryWebhooksNow()
  await haveFailed(2)

  const { rows } = (await api.database.queries.execute(
    sql`select singleton_key from pgboss.job where name = 'webhook.apply' and state = 'created'
      and group_id = ${owner.id} and start_after > now()`,
  )) as { rows: unknown[] }
  expect(rows).toHaveLength(2)
})

test('webhooks without a task in the queue are found as stalled', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '444')
  await failToStore('Poison')
  await sendWebhook(textOf('wamid.left', 'Poison', now()))
  await vi.waitFor(async () => expect(await failuresOf('wamid.left')).toBe(1))
  const { queries } = api.database
  expect(await findOwnersWithStalledWebhooks(queries)).not.toContain(owner.id)

  expect(await findOwnersWithStalledWebhooks(queries, new Date(Date.now() + 2 * 60_000))).toContain(
    owner.id,
  )
})

test('a webhook whose task cannot be queued is refused, and applied once when it is sent again', async () => {
  const owner = await api.newOwner()
  const { sendWebhook } = await connect(api, owner, '113')
  const add = vi.spyOn(api.queue, 'add').mockRejectedValue(new Error('full'))
  onTestFinished(() => add.mockRestore())

  const text = textOf('wamid.again', 'Hello', now())
  expect((await sendWebhook(text)).status).toBeGreaterThanOrEqual(500)
  add.mockRestore()
  expect((await sendWebhook(text)).status).toBe(200)

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})

test('webhooks stored while a task is being queued share the next task, even if the first fails', async () => {
  const { id: ownerId } = await api.newOwner()
  const gates: PromiseWithResolvers<void>[] = []
  const add: typeof api.queue.add = async (...task) => {
    const gate = Promise.withResolvers<void>()
    gates.push(gate)
    await gate.promise
    return api.queue.add(...task)
  }
  const queueTask = createQueueTask({ database: api.database, queue: { ...api.queue, add } })

  const first = queueTask(ownerId)
  const others = Promise.all([queueTask(ownerId), queueTask(ownerId)])
  expect(gates).toHaveLength(1)
  gates[0]?.reject(new Error('full'))
  await expect(first).rejects.toThrow('full')
  await vi.waitFor(() => expect(gates).toHaveLength(2))
  gates[1]?.resolve()
  await others

  expect(gates).toHaveLength(2)
})

test('a batch with more statuses than one SQL statement has parameters is applied', async () => {
  const owner = await api.newOwner()
  const { sendWebhook, webhook } = await connect(api, owner, '119')
  const received = { ownerId: owner.id, channel: 'whatsapp' as const, receivedAt: new Date() }
  const statusesOf = (batch: number) =>
    Array.from({ length: 30_000 }, (_, index) => ({ id: `wamid.${batch}.${index}`, status: 'x' }))
  const bodies = [1, 2, 3].map((batch) => webhook({ statuses: statusesOf(batch) }))
  await api.database.queries
    .insert(webhookEvents)
    .values(bodies.map((body) => ({ ...received, body })))
  await sendWebhook(textOf('wamid.many', 'Behind many', now()))

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(1))
  expect(items[0].text).toBe('Behind many')
})
