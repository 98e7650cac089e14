import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import { RememberedLists } from './remembered-lists.ts'

const api = useTestApi()

test('a list is made again with each event, for each owner and for each question', async () => {
  const lists = new RememberedLists()
  let made = 0
  const read = (ownerId: string, eventSeq: number, question: string) =>
    lists.read({ ownerId, eventSeq, question }, async () => ({ made: (made += 1) }))
  expect(await read('one', 1, 'a')).toBe('{"made":1}')
  expect(await read('one', 1, 'a')).toBe('{"made":1}')
  expect(await read('one', 2, 'a')).toBe('{"made":2}')
  expect(await read('other', 2, 'a')).toBe('{"made":3}')
  expect(await read('one', 2, 'b')).toBe('{"made":4}')
})

test('a list shows what has just happened, also in figures that a chat changes', async () => {
  const owner = await api.newOwner()
  const body = { name: 'Bookings', status: 'active', instructions: 'Ask.', answerOnly: true }
  const list = async () => (await owner.call('GET', '/api/jobs')).body
  expect((await list()).items).toEqual([])
  const { job } = (await owner.call('POST', '/api/jobs', { body })).body
  expect((await list()).items[0]).toMatchObject({ name: 'Bookings', stats: { openSessions: 0 } })
  const inbound = { from: '+12025550111', name: 'Ben', text: 'Hello' }
  await owner.call('POST', '/api/dev/simulate/inbound', { body: inbound })
  expect((await list()).items[0].stats).toMatchObject({ openSessions: 1, sessions30d: 1 })
  await owner.call('PUT', `/api/jobs/${job.id}`, { body: { name: 'Orders' } })
  expect((await list()).items[0].name).toBe('Orders')
})
