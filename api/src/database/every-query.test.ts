import { expect, test } from 'vitest'

import { receive } from '../../test/chat-api.ts'
import { ownerIdOf } from '../../test/owner-id.ts'
import { useTestApi } from '../../test/test-api.ts'
import { listUnfinishedOrders } from '../billing/orders/orders.repo.ts'
import { failHeld } from '../channel/held-messages.ts'
import { pairWait, takeNumber, takePair, whatsAppPace } from '../channel/pace.ts'
import { findTemplates } from '../chats/reply/templates.repo.ts'
import { noteProgress } from '../exports/exports.repo.ts'
import { listFormData } from '../form-data/form-data.service.ts'
import {
  findGeneration,
  finishGeneration,
  insertGeneration,
} from '../jobs/generate/generations.repo.ts'
import { listDeadTasks, dropDeadTask, retryDeadTask } from '../queue/dead-tasks.ts'
import { findAsleep } from '../whatsapp/webhooks/receive-webhooks.ts'
import { isVerifyToken } from '../whatsapp/webhooks/recipients.ts'
import { webhookEvents } from './schema.ts'

// Queries that otherwise only longer tests execute, so that those need not run on each engine.

const api = useTestApi()
const hourMs = 60 * 60 * 1000

test('nothing is found where there is nothing', async () => {
  const { database, meter } = api
  const { queries } = database
  const [createdBefore, expiredSince] = [new Date(), new Date(0)]

  expect(await listUnfinishedOrders(queries, { createdBefore, expiredSince })).toEqual([])
  expect(await findTemplates(queries, 'usr_nobody', 'reminder')).toEqual([])
  expect(await listFormData(queries, ['ses_nothing'])).toEqual(new Map())
  expect(await failHeld({ database, meter })).toBe(0)
  expect(await isVerifyToken(queries, 'nobody’s')).toBe(false)
  await noteProgress(queries, 'exp_nothing', 50)
})

test('what is kept is found again', async () => {
  const owner = await api.newOwner()
  const ownerId = await ownerIdOf(api, owner)
  const { database } = api
  const { queries } = database

  const id = await insertGeneration(queries, ownerId)
  await finishGeneration(database, { id, ownerId })
  expect((await findGeneration(queries, ownerId, id))?.finishedAt).toBeInstanceOf(Date)

  const receivedAt = new Date(Date.now() - hourMs)
  const event = { ownerId, channel: 'whatsapp', body: '{}', receivedAt } as const
  await queries.insert(webhookEvents).values(event)
  expect(await findAsleep(queries)).toEqual([ownerId])
})

test('places in a pace are given out one after the other', async () => {
  const { queries } = api.database
  const pace = { ...whatsAppPace, numberMs: hourMs, burst: 1 }

  expect(await pairWait(queries, 'pair')).toBe(0)
  await takePair(queries, 'pair', hourMs)
  expect(await pairWait(queries, 'pair')).toBeGreaterThan(hourMs / 2)
  // Moments are kept rounded to a millisecond, so it may be one that is left to wait.
  expect(await takeNumber(queries, 'number', pace)).toBeLessThanOrEqual(1)
  expect(await takeNumber(queries, 'number', pace)).toBeGreaterThan(hourMs / 2)
})

test('pages of jobs and days of chats are distinguished', async () => {
  const owner = await api.newOwner()
  await receive(owner)
  for (const name of ['A', 'B']) await owner.call('POST', '/api/jobs', { body: { name } })

  const first = (await owner.call('GET', '/api/jobs?limit=1&sort=name')).body
  const second = (await owner.call('GET', `/api/jobs?limit=1&sort=name&cursor=${first.nextCursor}`))
    .body
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['A', 'B'])
  const chats = (days: string) => owner.call('GET', `/api/chats/sessions?${days}`)
  expect((await chats('from=2020-01-01')).body.items).toHaveLength(1)
  expect((await chats('to=2020-01-01')).body.items).toEqual([])
})

test('what was read is reported where the owner wants that', async () => {
  const owner = await api.newOwner()
  const settings = { inbox: { sendReadReceipts: true } }
  await owner.call('PUT', '/api/auth/settings', { body: { settings } })
  const { messageId } = await receive(owner)

  const body = { messageIds: [messageId] }
  const answer = await owner.call('PUT', '/api/chats/messages/mark-read', { body })
  expect(answer.body).toMatchObject({ updated: 1, providerReceipts: 'sent' })
})

test('dead work is tried again or forgotten', async () => {
  const { boss } = api.queue
  for (const messageId of ['msg_a', 'msg_b']) {
    await boss.send('message.send', { messageId, attempt: 1 }, { retryLimit: 0 })
    const [job] = await boss.fetch('message.send')
    await boss.fail('message.send', job?.id ?? '', { message: 'The provider is gone' })
  }
  const [first, second] = await listDeadTasks(boss)

  expect(first).toMatchObject({ name: 'message.send', reason: 'The provider is gone' })
  expect(await retryDeadTask(boss, first?.id ?? '')).toBe(true)
  expect(await dropDeadTask(boss, second?.id ?? '')).toBe(true)
  expect(await listDeadTasks(boss)).toEqual([])
  expect(await boss.fetch('message.send')).toMatchObject([{ data: { messageId: 'msg_a' } }])
})
