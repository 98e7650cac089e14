import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { countWaiting } from '../../test/count-waiting.ts'
import { useTestApi } from '../../test/test-api.ts'
import { jobs } from '../database/schema.ts'

const api = useTestApi()

test('of two changes that reach the row together the second sees the first', async () => {
  const owner = await api.newOwner()
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Salon' } })
  const { id } = body.job
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (queries) => {
    await queries.select().from(jobs).where(eq(jobs.id, id)).for('update')
    locked.resolve()
    await release.promise
  })
  await locked.promise

  const changes = ['A', 'B'].map((name) =>
    owner.call('PUT', `/api/jobs/${id}`, { body: { name }, headers: { 'if-match': '"1"' } }),
  )
  await vi.waitFor(async () => expect(await countWaiting(api.database.queries)).toBe(2))
  release.resolve()
  await holder
  const answers = await Promise.all(changes)

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(1)
})
