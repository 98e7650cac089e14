import { expect, test, vi } from 'vitest'

import { superviseNow } from '../../../test/hand-over.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { createLog } from '../log/create-log.ts'
import { openQueue } from './boss-queue.ts'

const api = useTestApi()
const patience = { interval: 20 }

test('of a key one piece is worked on and one waits, which is begun as soon as the first is done', async () => {
  const { queue, database } = api
  const begun: string[] = []
  const released = Promise.withResolvers<void>()
  const add = (ownerId: string) =>
    queue.add(database.queries, 'webhook.apply', { ownerId }, { singletonKey: ownerId })
  await queue.work({
    'webhook.apply': async ({ ownerId }) => {
      begun.push(`${ownerId} by the first`)
      await released.promise
    },
  })
  await add('a')
  await vi.waitFor(() => expect(begun).toEqual(['a by the first']), patience)
  for (const key of ['a', 'a', 'b']) await add(key)

  // Another process comes, which knows of the library's counts that somebody is busy with a.
  await queue.boss.supervise('webhook.apply')
  const other = await openQueue(database, createLog('silent'))
  try {
    await other.work({
      'webhook.apply': async ({ ownerId }) => void begun.push(`${ownerId} by the other`),
    })
    await vi.waitFor(() => expect(begun).toEqual(['a by the first', 'b by the other']), patience)
    const rested = queue.drain()
    released.resolve()
    await rested

    await vi.waitFor(() => expect(begun.slice(2)).toEqual(['a by the other']), patience)
    await vi.waitFor(async () => {
      await superviseNow({ database, queue: other })
      const kinds = await other.counts()
      const counted = kinds.find(({ name }) => name === 'webhook.apply')
      expect(counted).toMatchObject({ waiting: 0, active: 0 })
    }, patience)
    expect(begun).toHaveLength(3)
  } finally {
    await other.stop()
  }
})

test('what is due later begins at its time, also in another process than the one that added it', async () => {
  const { queue, database } = api
  const begun: Record<string, number> = {}
  const other = await openQueue(database, createLog('silent'))
  try {
    await other.work({
      'email.send': async ({ emailId }) => void (begun[emailId] = Date.now()),
    })
    const dueAt = Date.now() + 1_000
    await queue.add(
      database.queries,
      'email.send',
      { emailId: 'later' },
      { startAfter: new Date(dueAt) },
    )

    // Before anybody looks without being told.
    await vi.waitFor(() => expect(begun).toHaveProperty('later'), { timeout: 3_500, interval: 20 })
    expect(begun['later']).toBeGreaterThanOrEqual(dueAt)
  } finally {
    await other.stop()
  }
})

test('files of several owners are loaded at once, of each one at a time, also what falls due', async () => {
  const { queue, database } = api
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  await queue.work({
    'media.fetch': async ({ messageId }) => {
      begun.push(messageId)
      const { promise, resolve } = Promise.withResolvers<void>()
      ends.set(messageId, resolve)
      await promise
    },
  })
  const add = (messageId: string, group: string, startAfter?: Date) =>
    queue.add(
      database.queries,
      'media.fetch',
      { messageId, mediaId: '1' },
      { group, ...(startAfter !== undefined && { startAfter }) },
    )
  const waitFor = (ids: string[]) =>
    vi.waitFor(() => expect(begun.toSorted()).toEqual(ids), { interval: 20 })

  await add('a1', 'a')
  await waitFor(['a1'])
  await add('a2', 'a')
  await add('b1', 'b')
  await waitFor(['a1', 'b1'])
  await add('c1', 'c', new Date(Date.now() + 1_000))
  await waitFor(['a1', 'b1', 'c1'])
  ends.get('a1')?.()
  await waitFor(['a1', 'a2', 'b1', 'c1'])

  const rested = queue.drain()
  for (const end of ends.values()) end()
  await rested
  await add('a3', 'a')
  expect(await queue.counts()).toContainEqual(expect.objectContaining({ name: 'media.fetch' }))
  expect(begun).toHaveLength(4)
})
