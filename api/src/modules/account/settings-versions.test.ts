import { settingsSchema } from '@errand/contract/settings'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { countWaiting } from '../../../test/count-waiting.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { events, users } from '../../platform/database/schema.ts'

const api = useTestApi()
const profile = '/api/auth/profile'

const send = (person: Person, settings: object, ifMatch?: string) =>
  person.call('PUT', '/api/auth/settings', {
    body: { settings },
    headers: ifMatch === undefined ? {} : { 'if-match': ifMatch },
  })

const read = async (person: Person) =>
  settingsSchema.parse((await person.call('GET', profile)).body.user.settings)

const holidays = (...dates: string[]) => ({
  business: { hours: { closedDates: dates.map((date) => ({ from: date, to: date })) } },
})

test.each([
  ['the same list', holidays('2026-12-26')],
  ['another setting', { assistant: { optOutKeywords: ['stop'] } }],
])(
  'a change of %s to an old version is refused with the current one, and works on top of it',
  async (_, change) => {
    const person = await api.newOwner()
    const loaded = (await person.call('GET', profile)).headers.get('etag') ?? ''
    const first = await send(person, holidays('2026-12-25'), loaded)
    expect(first.status).toBe(200)

    const late = await send(person, change, loaded)
    expect(late).toMatchObject({
      status: 412,
      body: { code: 'version_conflict', meta: { current: first.body.user } },
    })
    expect(await read(person)).toMatchObject(holidays('2026-12-25'))

    const tag = late.headers.get('etag') ?? ''
    expect(tag).toBe(first.headers.get('etag'))
    const again = await send(person, change, tag)
    expect(again.status).toBe(200)
    expect(again.body.user.settings).toMatchObject({ ...holidays('2026-12-25'), ...change })
  },
)

test('a change without a version is saved even after another change', async () => {
  const person = await api.newOwner()
  await send(person, holidays('2026-12-25'))

  expect((await send(person, { assistant: { optOutKeywords: ['stop'] } })).status).toBe(200)
  expect(await read(person)).toMatchObject(holidays('2026-12-25'))
})

test('of two parallel changes to one version one is refused', async () => {
  const person = await api.newOwner()
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (queries) => {
    await queries.select().from(users).where(eq(users.id, person.id)).for('update')
    locked.resolve()
    await release.promise
  })
  await locked.promise

  const changes = ['2026-12-25', '2026-12-26'].map((date) => send(person, holidays(date), '"1"'))
  await vi.waitFor(async () => expect(await countWaiting(api.database.queries)).toBe(2))
  release.resolve()
  await holder
  const answers = await Promise.all(changes)

  const kept = answers.find(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 412)).toHaveLength(1)
  expect((await read(person)).business).toEqual(kept?.body.user.settings.business)
})

test('other tabs and devices receive the new version of the settings', async () => {
  const person = await api.newOwner()
  await send(person, holidays('2026-12-25'))

  const sent = await api.database.queries.select().from(events).where(eq(events.ownerId, person.id))
  expect(sent.map(({ type, data }) => [type, data])).toEqual([
    ['settings.updated', { version: (await read(person)).version }],
  ])
})
