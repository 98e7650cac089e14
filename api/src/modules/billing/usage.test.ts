import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { newJob } from '../../../test/analytics-job.ts'
import { receive } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../platform/database/new-id.ts'
import { chatSessions, ledgerEntries } from '../../platform/database/schema.ts'

const api = useTestApi()

test('costs are listed by job and by chat, without refunds', async () => {
  const owner = await api.newOwner()
  // Named by the number, as phones dial it.
  const { session } = await receive(owner, { from: '+5215512345678', name: '' })
  const { id: jobId } = await newJob(owner, { name: 'Bookings' })
  await api.database.queries
    .update(chatSessions)
    .set({ jobId })
    .where(eq(chatSessions.id, String(session.id)))
  const line = {
    ownerId: owner.id,
    sessionId: String(session.id),
    author: 'assistant' as const,
    at: new Date(),
  }
  const charge = (messageId: string, kind: 'usage' | 'refund', micros: bigint) => {
    const id = newId('ledgerEntry')
    return { ...line, id, messageId, kind, micros, balanceAfterMicros: 0n }
  }
  const [first, second, old] = [newId('message'), newId('message'), newId('message')]
  const longAgo = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000)
  await api.database.queries.insert(ledgerEntries).values([
    charge(first, 'usage', -200_000n),
    charge(second, 'usage', -200_000n),
    charge(second, 'refund', 200_000n),
    // What was charged in other days is theirs, whenever it is given back.
    { ...charge(old, 'usage', -200_000n), at: longAgo },
    charge(old, 'refund', 200_000n),
  ])

  const { body } = await owner.call('GET', '/api/billing/costs')
  expect(body.chats).toEqual([
    { id: session.id, name: '+525512345678', messages: 1, amountMinor: 20 },
  ])
  expect(body.jobs).toEqual([{ id: jobId, name: 'Bookings', messages: 1, amountMinor: 20 }])
})
