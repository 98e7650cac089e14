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

/** No message with that text can be stored, until the test ends or it is allowed again. */
async function refuse(text: string) {
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

/** How often the webhook of that message has failed; nothing when it is no longer kept. */
async function failuresOf(id: string): Promise<number | undefined> {
  const [row] = await api.database.queries
    .select()
    .from(webhookEvents)
    .where(sql`strpos(${webhookEvents.body}, ${id}) > 0`)
  return row?.attempts
}

/** The webhooks that failed are due now instead of in a while; only those that the queue has. */
async function retryWebhooksNow(): Promise<void> {
  const { queries } = api.database
  await api.queue.drain()
  await queries.update(webhookEvents).set({ retryAt: sql`now()` })
  await queries.execute(
    sql`update pgboss.job set start_after = now() where name = 'webhook.apply' and state = 'created'`,
  )
  await startWorking(api)
}

test('what cannot be worked in holds up nothing else, is tried again and forgotten after a week', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '111')
  const { queries } = api.database
  await refuse('Poison')

  await tell(textOf('wamid.bad', 'Poison', now() - 1))
  await tell(textOf('wamid.good', 'Fine', now()))

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

test('what could not be worked in is, once it can be, without anything new to come', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '112')
  const allow = await refuse('Poison')
  await tell(textOf('wamid.late', 'Poison', now()))
  await vi.waitFor(async () => expect(await failuresOf('wamid.late')).toBeGreaterThan(0))

  await allow()
  await retryWebhooksNow()

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Poison' }]))
  await vi.waitFor(async () => expect(await failuresOf('wamid.late')).toBeUndefined())
})

test('each of several that fail together keeps a task of its own', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '333')
  const ids = ['wamid.one', 'wamid.two']
  await refuse('Poison')
  for (const id of ids) await tell(textOf(id, 'Poison', now()))
  const haveFailed = (times: number) =>
    vi.waitFor(async () => {
      for (const id of ids) expect(await failuresOf(id)).toBe(times)
    })
  await haveFailed(1)

  // The task of the first one takes both along.
  await retryWebhooksNow()
  await haveFailed(2)

  const { rows } = (await api.database.queries.execute(
    sql`select singleton_key from pgboss.job where name = 'webhook.apply' and state = 'created'
      and group_id = ${owner.id} and start_after > now()`,
  )) as { rows: unknown[] }
  expect(rows).toHaveLength(2)
})

test('webhooks that no task will come for are found', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '444')
  await refuse('Poison')
  await tell(textOf('wamid.left', 'Poison', now()))
  await vi.waitFor(async () => expect(await failuresOf('wamid.left')).toBe(1))
  const { queries } = api.database
  expect(await findOwnersWithStalledWebhooks(queries)).not.toContain(owner.id)

  expect(await findOwnersWithStalledWebhooks(queries, new Date(Date.now() + 2 * 60_000))).toContain(
    owner.id,
  )
})

test('a webhook for which no worker can be called is not taken, and counts once when it is sent again', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '113')
  const add = vi.spyOn(api.queue, 'add').mockRejectedValue(new Error('full'))
  onTestFinished(() => add.mockRestore())

  const text = textOf('wamid.again', 'Hello', now())
  expect((await tell(text)).status).toBeGreaterThanOrEqual(500)
  add.mockRestore()
  expect((await tell(text)).status).toBe(200)

  await waitForChat(owner, ({ items }) => expect(items).toMatchObject([{ text: 'Hello' }]))
})

test('webhooks stored while a task is being added share the next one, even if the first fails', async () => {
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

test('more reports in one batch than a statement has parameters are applied', async () => {
  const owner = await api.newOwner()
  const { tell, webhook } = await connect(api, owner, '119')
  const received = { ownerId: owner.id, channel: 'whatsapp' as const, receivedAt: new Date() }
  const reportsOf = (batch: number) =>
    Array.from({ length: 30_000 }, (_, index) => ({ id: `wamid.${batch}.${index}`, status: 'x' }))
  const bodies = [1, 2, 3].map((batch) => webhook({ statuses: reportsOf(batch) }))
  await api.database.queries
    .insert(webhookEvents)
    .values(bodies.map((body) => ({ ...received, body })))
  await tell(textOf('wamid.many', 'Behind many', now()))

  const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(1))
  expect(items[0].text).toBe('Behind many')
})
