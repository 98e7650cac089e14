import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { claimsOf, emulatorToken } from '../../../test/tokens.ts'
import { jobs, users } from '../../platform/database/schema.ts'

const api = useTestApi()
const profile = '/api/auth/profile'

test('a new person has no profile, creates one and can read it', async () => {
  const person = api.newPerson()

  const missing = await person.call('GET', profile)
  expect(missing).toMatchObject({ status: 404, body: { code: 'profile_missing' } })

  const created = await person.signUp()
  expect(created.status).toBe(201)
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
  const body = { name: '  Asha  ', email: 'asha@shop.in' }
  const changed = await person.call('PUT', '/api/auth/settings', { body })
  expect(changed).toMatchObject({ status: 200, body: { success: true, user: { name: 'Asha' } } })

  const again = await person.signUp()

  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({
    isNewUser: false,
    user: { name: 'Asha', email: 'asha@shop.in' },
  })
})

test.each([
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['mr-IN, AR-EG;q=0.7', 'ar'],
  ['en-IN,hi;q=0.5', 'en'],
  ['en;q=0.5, hi;q=0.9, ar;q=0', 'hi'],
  ['constructor,de', 'en'],
])(
  'a new owner whose browser sends Accept-Language %s gets pages in %s',
  async (accepted, language) => {
    const person = api.newPerson()
    const { phoneNumber } = person

    const { body } = await person.call('POST', profile, {
      body: { phoneNumber, email: '', name: '' },
      headers: { 'accept-language': accepted },
    })

    expect(body.user.settings.ui).toMatchObject({ language, theme: 'system' })
  },
)

test('parallel sign-ups create one profile', async () => {
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

test('a deleted account is refused at once and its jobs are archived', async () => {
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

test('a reopened account replays no idempotent answer from before', async () => {
  const person = await api.newOwner()
  const headers = { 'idempotency-key': 'sign-up' }
  await person.call('POST', '/api/jobs', { body: { name: 'Old' }, headers })
  await person.call('DELETE', '/api/auth/account')
  const later = api.onDevice(person, { from: Math.floor(Date.now() / 1000) + 1 })
  await later.signUp()

  const job = await later.call('POST', '/api/jobs', { body: { name: 'Old' }, headers })

  expect(job.headers.get('idempotency-replayed')).toBeNull()
})

test('the chat link has the digits of the business’s number', async () => {
  const owner = await api.newOwner()
  const save = async (whatsapp: object) => {
    const body = { settings: { whatsapp } }
    const saved = await owner.call('PUT', '/api/auth/settings', { body })
    return saved.body.user.settings.whatsapp.chatLink
  }
  expect(await save({ provider: 'cloud_api' })).toBe('')
  expect(await save({ displayPhone: '+91 98765-43210' })).toBe('https://wa.me/919876543210')
  expect(await save({ provider: 'simulator' }), 'without a simulated phone').toBe('')
})

test('an unsealed callback secret is kept, and an unreadable one does not block the profile', async () => {
  const owner = await api.newOwner()
  const shown = async (signingSecret: string) => {
    const isOwner = eq(users.id, owner.id)
    await api.database.queries.update(users).set({ signingSecret }).where(isOwner)
    const { status, body } = await owner.call('GET', '/api/auth/profile')
    return { status, secret: body.user.settings.assistant.signingSecret }
  }
  const old = '0123456789abcdef'.repeat(4)

  expect(await shown(old)).toEqual({ status: 200, secret: old })
  expect(await shown('lost.c2VhbGVk')).toEqual({ status: 200, secret: '' })
})
