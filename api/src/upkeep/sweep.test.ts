import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import { idempotencyKeys, jobs, users } from '../database/schema.ts'
import { sweep } from './sweep.ts'

const api = useTestApi()

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

test('a deleted account and its jobs are kept for 30 days, then gone', async () => {
  const leaving = await api.newOwner()
  const staying = await api.newOwner()
  for (const owner of [leaving, staying]) {
    await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' } })
  }
  await leaving.call('DELETE', '/api/auth/account')
  const rowsOf = (uid: string) =>
    api.database.queries.select().from(users).where(eq(users.uid, uid))

  expect(await sweep(api.database, inDays(29))).toEqual({ users: 0, jobs: 0 })
  expect(await rowsOf(leaving.uid)).toHaveLength(1)

  expect(await sweep(api.database, inDays(31))).toMatchObject({ users: 1 })
  expect(await rowsOf(leaving.uid)).toEqual([])
  const left = await api.database.queries.select({ name: jobs.name }).from(jobs)
  expect(left).toEqual([{ name: 'Bookings' }])
  expect((await staying.call('GET', '/api/jobs')).body.totals.draft).toBe(1)
})

test('a deleted job can be restored for 30 days, then it is gone', async () => {
  const owner = await api.newOwner()
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' } })
  const path = `/api/jobs/${body.job.id}`
  await owner.call('DELETE', path)

  await sweep(api.database, inDays(29))
  expect((await owner.call('GET', path)).status).toBe(200)

  await sweep(api.database, inDays(31))
  expect((await owner.call('GET', path)).status).toBe(404)
})

test('a stored answer is forgotten after a day', async () => {
  const owner = await api.newOwner()
  const headers = { 'idempotency-key': 'k-1' }
  await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' }, headers })
  const stored = () => api.database.queries.$count(idempotencyKeys)

  await sweep(api.database, inDays(0.9))
  expect(await stored()).toBe(1)

  await sweep(api.database, inDays(1.1))
  expect(await stored()).toBe(0)
})
