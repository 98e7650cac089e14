import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { startSending } from '../../../test/chat-api.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { waitForChat } from '../../../test/phone-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { connect, now, textOf } from '../../../test/webhook-api.ts'
import { contacts, users, webhookEvents } from '../../database/schema.ts'

const api = useTestApi()
beforeAll(() => startSending(api))

const statusOf = (id: string, code: number, timestamp: number) => ({
  statuses: [
    {
      id,
      status: 'failed',
      timestamp: String(timestamp),
      recipient_id: '919800000001',
      errors: [{ code, title: 'It failed' }],
    },
  ],
})

test('a failure and what follows from it are written down together, or tried again', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '110')
  await tell(textOf('wamid.first', 'Hello', now() - 5))
  const echo = { from: '1', to: '919800000001', id: 'wamid.sent', timestamp: String(now() - 4) }
  const said = { type: 'text', text: { body: 'On sale today' } }
  await tell({ message_echoes: [{ ...echo, ...said }] }, 'smb_message_echoes')
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
  const { queries } = api.database
  await queries.execute(sql`create or replace function refuse_wish() returns trigger
    language plpgsql as 'begin raise exception ''stuck''; end'`)
  await queries.execute(sql`create trigger wish before update of marketing_opted_out_at on contacts
    for each row execute function refuse_wish()`)

  await tell(statusOf('wamid.sent', 131_050, now() - 3))
  const failed = await vi.waitFor(async () => {
    const rows = await queries.select().from(webhookEvents)
    const row = rows.find(({ body }) => body.includes('wamid.sent'))
    expect(row).toMatchObject({ attempts: 1 })
    return row
  })
  await queries.execute(sql`drop trigger wish on contacts`)
  const isIt = eq(webhookEvents.id, failed?.id ?? 0)
  await queries.update(webhookEvents).set({ retryAt: null }).where(isIt)
  await api.queue.add(queries, 'webhook.apply', { ownerId: failed?.ownerId ?? '' })

  const { items } = await waitForChat(owner, ({ items: all }) =>
    expect(all[1].status).toBe('failed'),
  )
  expect(items[1].error).toMatchObject({ code: 131_050 })
  const [contact] = await queries
    .select()
    .from(contacts)
    .where(eq(contacts.ownerId, failed?.ownerId ?? ''))
  expect(contact?.marketingOptedOutAt).not.toBeNull()
})

test('what was told of a number before it was connected again takes nothing from it', async () => {
  const owner = await api.newOwner()
  const { tell } = await connect(api, owner, '111')
  const ownerId = await ownerIdOf(api, owner)
  const { queries } = api.database
  const connected = (connectedAt: string) => ({
    channel: { status: 'connected', lastInboundAt: null, lastError: null, connectedAt } as const,
  })
  const statusNow = async () => {
    const [row] = await queries.select().from(users).where(eq(users.id, ownerId))
    return row?.findings.channel?.status
  }
  const at = new Date(Date.now() - 60_000)
  await queries
    .update(users)
    .set({ findings: connected(at.toISOString()) })
    .where(eq(users.id, ownerId))

  const told = statusOf('wamid.none', 190, Math.floor(at.getTime() / 1000) - 60)
  await tell({ ...told, ...textOf('wamid.later', 'Hello', now()) })
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  expect(await statusNow()).toBe('connected')
  await tell(statusOf('wamid.none', 190, now()))
  await vi.waitFor(async () => expect(await statusNow()).toBe('disconnected'))
})
