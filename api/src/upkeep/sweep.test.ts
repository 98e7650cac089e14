import { eq, inArray, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

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

test('a step that fails, and an account that cannot be deleted, hold up nothing else', async () => {
  const [stuck, leaving] = [await api.newOwner(), await api.newOwner()]
  const headers = { 'idempotency-key': 'k-2' }
  await leaving.call('POST', '/api/jobs', { body: { name: 'Bookings' }, headers })
  const { body } = await leaving.call('POST', '/api/jobs', { body: { name: 'Old' } })
  const staying = await api.newOwner()
  const kept = await staying.call('POST', '/api/jobs', { body: { name: 'Old' }, headers })
  await staying.call('DELETE', `/api/jobs/${kept.body.job.id}`)
  for (const owner of [stuck, leaving]) await owner.call('DELETE', '/api/auth/account')
  await refuseDeletion('users', `old.uid = '${stuck.uid}'`)
  await refuseDeletion('idempotency_keys', 'true')

  const failure = await sweep(api.database, inDays(31)).catch((error: unknown) => error)

  expect(failure).toMatchObject({
    message: 'Not swept: answers, accounts',
    errors: [{ cause: { message: 'stuck' } }, { cause: { message: 'stuck' } }],
  })
  const { queries } = api.database
  const left = await queries
    .select({ uid: users.uid })
    .from(users)
    .where(inArray(users.uid, [stuck.uid, leaving.uid]))
  expect(left).toEqual([{ uid: stuck.uid }])
  const gone = [body.job.id, kept.body.job.id]
  expect(await queries.$count(jobs, inArray(jobs.id, gone))).toBe(0)
})

async function refuseDeletion(table: string, when: string): Promise<void> {
  const { queries } = api.database
  await queries.execute(sql`create or replace function refuse() returns trigger language plpgsql
    as 'begin raise exception ''stuck''; end'`)
  await queries.execute(
    sql.raw(`create trigger stuck before delete on ${table}
      for each row when (${when}) execute function refuse()`),
  )
  onTestFinished(async () => {
    await queries.execute(sql.raw(`drop trigger stuck on ${table}`))
  })
}
