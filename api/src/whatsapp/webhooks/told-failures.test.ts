import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { startSending } from '../../../test/chat-api.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { waitForChat } from '../../../test/phone-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { connect, now, textOf } from '../../../test/webhook-api.ts'
import { users } from '../../database/schema.ts'

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
