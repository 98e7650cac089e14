import { expect, test, vi } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

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

  const rested = queue.rest()
  for (const end of ends.values()) end()
  await rested
  await add('a3', 'a')
  expect(await queue.counts()).toContainEqual(expect.objectContaining({ name: 'media.fetch' }))
  expect(begun).toHaveLength(4)
})
