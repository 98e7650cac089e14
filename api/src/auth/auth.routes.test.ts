import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import { claimsOf, emulatorToken } from '../../test/tokens.ts'
import { jobs, users } from '../database/schema.ts'

const api = useTestApi()
const profile = '/api/auth/profile'

test('somebody new has no profile, creates one and finds it', async () => {
  const person = api.newPerson()

  const missing = await person.call('GET', profile)
  expect(missing).toMatchObject({ status: 404, body: { code: 'profile_missing' } })

  const created = await person.signUp()
  expect(created.status).toBe(201)
  expect(created.headers.get('etag')).toBe('"1"')
  expect(created.body).toMatchObject({
    success: true,
    isNewUser: true,
    user: {
      id: expect.stringMatching(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/),
      uid: person.uid,
      phoneNumber: person.phoneNumber,
      email: '',
      name: '',
      settings: { version: 1 },
      trial: { daysLeft: 30, active: true },
    },
  })

  const found = await person.call('GET', profile)
  expect(found.status).toBe(200)
  expect(found.body).toEqual({ success: true, isNewUser: false, user: created.body.user })
})

test('creating the profile again changes nothing', async () => {
  const person = await api.newOwner()
  await person.call('PUT', '/api/auth/settings', { body: { name: 'Asha', email: 'asha@shop.in' } })

  const again = await person.signUp()

  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({
    isNewUser: false,
    user: { name: 'Asha', email: 'asha@shop.in' },
  })
})

test('two tabs that create the profile at once make one', async () => {
  const person = api.newPerson()

  const answers = await Promise.all(Array.from({ length: 6 }, () => person.signUp()))

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
})

test.each([
  ['another phone number', { phoneNumber: '+15559999999' }],
  ['no phone number', {}],
])('a token with %s cannot create the profile', async (_, claims) => {
  const person = api.newPerson()
  const token = emulatorToken(claimsOf({ uid: person.uid, ...claims }))

  const refused = await person.call('POST', profile, {
    body: { phoneNumber: person.phoneNumber, email: '', name: '' },
    headers: { authorization: `Bearer ${token}` },
  })

  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('settings change what is sent and keep the rest', async () => {
  const person = await api.newOwner()

  await person.call('PUT', '/api/auth/settings', { body: { name: '  Asha  ' } })
  const changed = await person.call('PUT', '/api/auth/settings', { body: { email: 'a@shop.in' } })

  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).toBe('"3"')
  expect(changed.body).toMatchObject({
    success: true,
    user: { name: 'Asha', email: 'a@shop.in', settings: { version: 3 } },
  })
})

test('settings that somebody else changed are not overwritten', async () => {
  const person = await api.newOwner()
  const headers = { 'if-match': '"1"' }
  await person.call('PUT', '/api/auth/settings', { body: { name: 'First' }, headers })

  const late = await person.call('PUT', '/api/auth/settings', { body: { name: 'Late' }, headers })

  expect(late.status).toBe(412)
  expect(late.headers.get('etag')).toBe('"2"')
  expect(late.body).toMatchObject({
    code: 'version_conflict',
    meta: { current: { name: 'First', settings: { version: 2 } } },
  })
})

test('without a profile there is nothing to change or delete', async () => {
  const person = api.newPerson()

  const change = await person.call('PUT', '/api/auth/settings', { body: { name: 'A' } })
  const deletion = await person.call('DELETE', '/api/auth/account')

  const stats = await person.call('GET', '/api/auth/stats')

  for (const refused of [change, deletion, stats]) {
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  }
})

test('a deleted account is gone at once and its jobs stop', async () => {
  const person = await api.newOwner()
  const { body: created } = await person.call('POST', '/api/jobs', { body: { name: 'Bookings' } })

  const deleted = await person.call('DELETE', '/api/auth/account', { body: { confirm: 'DELETE' } })

  expect(deleted.status).toBe(200)
  const inThirtyDays = Date.now() + 30 * 24 * 60 * 60 * 1000
  expect(Math.abs(Date.parse(deleted.body.purgeAt) - inThirtyDays)).toBeLessThan(60_000)
  expect((await person.call('GET', profile)).body.code).toBe('profile_missing')
  expect((await person.call('GET', '/api/jobs')).status).toBe(403)
  const stored = await api.database.queries.select().from(jobs).where(eq(jobs.id, created.job.id))
  expect(stored).toMatchObject([{ status: 'archived', archivedAt: expect.any(Date) }])
})

test('who comes back after a deletion is a new user without the old jobs', async () => {
  const person = await api.newOwner()
  const headers = { 'idempotency-key': 'sign-up' }
  const first = await person.signUp()
  await person.call('POST', '/api/jobs', { body: { name: 'Old' }, headers })
  await person.call('DELETE', '/api/auth/account')

  const back = await person.signUp()

  expect(back).toMatchObject({ status: 201, body: { isNewUser: true } })
  expect(back.body.user.id).not.toBe(first.body.user.id)
  const { body: list } = await person.call('GET', '/api/jobs?status=archived')
  expect(list.items).toEqual([])
  // Nor does an answer of before come back.
  const job = await person.call('POST', '/api/jobs', { body: { name: 'Old' }, headers })
  expect(job.headers.get('idempotency-replayed')).toBeNull()
  const rows = await api.database.queries.select().from(users).where(eq(users.uid, person.uid))
  expect(rows).toHaveLength(2)
})

test('a wrong confirmation deletes nothing', async () => {
  const person = await api.newOwner()

  const refused = await person.call('DELETE', '/api/auth/account', { body: { confirm: 'yes' } })

  expect(refused.status).toBe(422)
  expect(refused.body.errors[0]).toMatchObject({ pointer: '#/confirm', code: 'not_allowed' })
  expect((await person.call('GET', profile)).status).toBe(200)
})
