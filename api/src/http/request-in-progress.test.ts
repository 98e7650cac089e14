import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'

const api = useTestApi()

test('a request whose twin still runs is told so at once', async () => {
  const owner = await api.newOwner()
  const request = { body: { name: 'Salon' }, headers: { 'idempotency-key': 'k-1' } }
  const started = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const twin = api.database.transaction(async (queries) => {
    await queries.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`${owner.uid} k-1`}, 0))`,
    )
    started.resolve()
    await finish.promise
  })
  await started.promise

  const meanwhile = await owner.call('POST', '/api/jobs', request)
  finish.resolve()
  await twin
  const afterwards = await owner.call('POST', '/api/jobs', request)

  expect(meanwhile).toMatchObject({ status: 409, body: { code: 'request_in_progress' } })
  expect(meanwhile.headers.get('retry-after')).toBe('1')
  expect(afterwards.status).toBe(201)
})
