import { expect, test, vi } from 'vitest'

import { superviseNow } from '../../test/hand-over.ts'
import { useTestApi } from '../../test/test-api.ts'
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
    const rested = queue.rest()
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
