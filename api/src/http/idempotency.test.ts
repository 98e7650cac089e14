import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../test/test-api.ts'
import { idempotencyKeys } from '../database/schema.ts'

const api = useTestApi()

test('the same request with the same key is done once', async () => {
  const owner = await api.newOwner()
  const request = { body: { name: 'Salon' }, headers: { 'idempotency-key': 'k-1' } }

  const first = await owner.call('POST', '/api/jobs', request)
  const second = await owner.call('POST', '/api/jobs', request)

  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(second.headers.get('idempotency-replayed')).toBe('true')
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
  expect((await owner.call('GET', '/api/jobs')).body.totals.draft).toBe(1)
})

test('a key belongs to one request', async () => {
  const owner = await api.newOwner()
  const headers = { 'idempotency-key': 'k-1' }
  await owner.call('POST', '/api/jobs', { body: { name: 'Salon' }, headers })

  const otherBody = await owner.call('POST', '/api/jobs', { body: { name: 'Bakery' }, headers })
  const otherCall = await owner.call('POST', '/api/auth/profile', {
    body: { phoneNumber: owner.phoneNumber, email: '', name: '' },
    headers,
  })

  const reused = { status: 422, body: { code: 'idempotency_key_reused' } }
  expect(otherBody).toMatchObject(reused)
  expect(otherCall).toMatchObject(reused)
})

test('two owners may choose the same key', async () => {
  const request = { body: { name: 'Salon' }, headers: { 'idempotency-key': 'k-1' } }
  const [one, two] = [await api.newOwner(), await api.newOwner()]

  const first = await one.call('POST', '/api/jobs', request)
  const second = await two.call('POST', '/api/jobs', request)

  expect(second.headers.get('idempotency-replayed')).toBeNull()
  expect(second.body.job.id).not.toBe(first.body.job.id)
})

test('requests with one key at the same time make one job', async () => {
  const owner = await api.newOwner()
  const request = { body: { name: 'Salon' }, headers: { 'idempotency-key': 'k-1' } }

  const answers = await Promise.all(
    Array.from({ length: 8 }, () => owner.call('POST', '/api/jobs', request)),
  )

  const done = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(done.length).toBeGreaterThan(0)
  expect(new Set(done.map(({ body }) => body.job.id)).size).toBe(1)
  for (const { status, body } of refused) {
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'request_in_progress' })
  }
  expect((await owner.call('GET', '/api/jobs')).body.totals.draft).toBe(1)
})

test('a refused request may be repeated with the same key', async () => {
  const owner = api.newPerson()
  const request = { body: { name: 'Salon' }, headers: { 'idempotency-key': 'k-1' } }

  const refused = await owner.call('POST', '/api/jobs', request)
  await owner.signUp()
  const done = await owner.call('POST', '/api/jobs', request)

  expect(refused.status).toBe(403)
  expect(done.status).toBe(201)
  expect(done.headers.get('idempotency-replayed')).toBeNull()
})

test('a key is free again after a day', async () => {
  const owner = await api.newOwner()
  const headers = { 'idempotency-key': 'k-1' }
  await owner.call('POST', '/api/jobs', { body: { name: 'Salon' }, headers })
  const [stored] = await api.database.queries
    .update(idempotencyKeys)
    .set({ expiresAt: new Date() })
    .where(eq(idempotencyKeys.scope, owner.uid))
    .returning()
  expect(stored?.status).toBe(201)

  const later = await owner.call('POST', '/api/jobs', { body: { name: 'Bakery' }, headers })

  expect(later.status).toBe(201)
  expect(later.headers.get('idempotency-replayed')).toBeNull()
})

test('a repeated sign-up gets the first answer', async () => {
  const person = api.newPerson()
  const request = {
    body: { phoneNumber: person.phoneNumber, email: '', name: '' },
    headers: { 'idempotency-key': 'k-1' },
  }

  await person.call('POST', '/api/auth/profile', request)
  const again = await person.call('POST', '/api/auth/profile', request)

  expect(again).toMatchObject({ status: 201, body: { isNewUser: true } })
})

test.each(['', 'with space', 'ü', 'x'.repeat(256)])('the key %j is refused', async (key) => {
  const owner = await api.newOwner()

  const refused = await owner.call('POST', '/api/jobs', {
    body: { name: 'Salon' },
    headers: { 'idempotency-key': key },
  })

  expect(refused).toMatchObject({ status: 400, body: { code: 'malformed_request' } })
})
