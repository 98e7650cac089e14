import { expect, test } from 'vitest'

import { useTestApi, type Person } from '../../test/test-api.ts'
import { createVisitors } from './owner.ts'

const api = useTestApi()

test('who asks at the same time as others is told of himself', async () => {
  const owners: Person[] = []
  for (let count = 0; count < 5; count += 1) owners.push(await api.newOwner())
  const find = createVisitors(api.database)
  const uids = Array.from({ length: 60 }, (_, index) => owners[index % 5]?.uid ?? '')
  const found = await Promise.all([...uids, 'nobody'].map((uid) => find(uid)))
  expect(found.pop()).toBeUndefined()
  const ids = found.map((visitor) => visitor?.id)
  expect(new Set(ids).size).toBe(5)
  expect(ids.slice(5)).toEqual(ids.slice(0, -5))
})

test('who came after a question was put is not answered by it', async () => {
  const find = createVisitors(api.database)
  const person = api.newPerson()
  const before = [find(person.uid), find('nobody'), find(person.uid)]
  expect((await person.signUp()).status).toBe(201)
  expect(await find(person.uid)).toHaveProperty('lastSeenAt')
  await Promise.all(before)
})
