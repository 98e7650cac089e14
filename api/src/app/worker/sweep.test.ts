import { inArray, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { idempotencyKeys, jobs, users } from '../../platform/database/schema.ts'
import { sweep } from './upkeep.ts'

const api = useTestApi()

const dayMs = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

test('a deleted job can be restored for 30 days, then it is gone', async () => {
  const owner = await api.newOwner()
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' } })
  const path = `/api/jobs/${body.job.id}`
  await owner.call('DELETE', path)

  await sweep(api, inDays(29))
  expect((await owner.call('GET', path)).status).toBe(200)

  await sweep(api, inDays(31))
  expect((await owner.call('GET', path)).status).toBe(404)
})

test('a stored answer is forgotten after a day', async () => {
  const owner = await api.newOwner()
  const headers = { 'idempotency-key': 'k-1' }
  await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' }, headers })
  const stored = () => api.database.queries.$count(idempotencyKeys)

  await sweep(api, inDays(0.9))
  expect(await stored()).toBe(1)

  await sweep(api, inDays(1.1))
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

  const failure = await sweep(api, inDays(31)).catch((error: unknown) => error)

  expect(failure).toMatchObject({
    message: 'Not swept: answers, accounts',
    errors: [{ cause: { message: 'stuck' } }, { cause: { message: 'stuck' } }],
  })
  const { queries } = api.database
  const left = await queries
    .select({ uid: users.uid })
    .from(users)
    .where(inArray(users.uid, [stuck.uid, leaving.uid, staying.uid]))
  expect(left.map(({ uid }) => uid).toSorted()).toEqual([stuck.uid, staying.uid].toSorted())
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
