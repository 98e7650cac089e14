import { defaultPreferences } from '@errand/contract/default-preferences'
import { settingsSchema } from '@errand/contract/settings'
import { expect, test } from 'vitest'

import { useTestApi, type Person } from '../../../test/test-api.ts'

const api = useTestApi()

const { days } = defaultPreferences.business.hours
/** The usual days, with other times on Monday. */
const daysWith = (change: object) =>
  days.map((day) => (day.day === 1 ? { ...day, from: '10:00', to: '20:00', ...change } : day))
const put = (person: Person, change: object) =>
  person.call('PUT', '/api/auth/settings', {
    body: { settings: { business: { hours: { days: daysWith(change) } } } },
  })
const readDays = async (person: Person) => {
  const { body } = await person.call('GET', '/api/auth/profile')
  return settingsSchema.parse(body.user.settings).business.hours.days
}
const pause = { from: '13:00', to: '16:00' }
const night = { from: '18:00', to: '02:00' }

test.each([
  [{ pause: { from: '09:00', to: '11:00' } }, 'from'],
  [{ pause: { from: '10:00', to: '11:00' } }, 'from'],
  [{ pause: { from: '19:00', to: '20:00' } }, 'to'],
  [{ pause: { from: '16:00', to: '13:00' } }, 'to'],
  [{ pause: { from: '13:00', to: '13:00' } }, 'to'],
  [{ ...night, pause: { from: '00:30', to: '23:00' } }, 'to'],
  [{ ...night, pause: { from: '13:00', to: '16:00' } }, 'from'],
])('%j is refused as a break outside the hours of its day', async (change, end) => {
  const person = await api.newOwner()
  const pointer = `#/settings/business/hours/days/1/pause/${end}`
  expect(await put(person, change)).toMatchObject({
    status: 422,
    body: { errors: [{ pointer, code: 'outside_hours' }] },
  })
  expect(await readDays(person)).toEqual(days)
})

test.each([
  { pause },
  { ...night, pause: { from: '23:30', to: '00:30' } },
  { ...night, pause: { from: '00:30', to: '01:00' } },
])('%j is saved', async (change) => {
  const person = await api.newOwner()
  expect((await put(person, change)).status).toBe(200)
  expect(await readDays(person)).toEqual(daysWith(change))
})

test('a change without a break keeps it if it still fits, and null removes it', async () => {
  const person = await api.newOwner()
  await put(person, { pause })
  await put(person, { to: '19:00' })
  expect(await readDays(person)).toEqual(daysWith({ to: '19:00', pause }))
  await put(person, { pause: null })
  expect(await readDays(person)).toEqual(daysWith({}))
  await put(person, { pause })
  await put(person, { to: '15:00' })
  expect(await readDays(person)).toEqual(daysWith({ to: '15:00' }))
})
