import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { signIns } from '../../../platform/database/schema.ts'

const api = useTestApi()

const statusOf = async (person: Person) => (await person.call('GET', '/api/auth/profile')).status

test('the least recently used of more than a hundred sign-ins is ended', async () => {
  const owner = await api.newOwner()
  const on = (device: number) => api.onDevice(owner, { signedInAgo: device })
  for (let device = 1; device < 100; device += 1) expect(await statusOf(on(device))).toBe(200)
  const lastUsedAt = new Date(Date.now() - 24 * 60 * 60 * 1000)
  const authenticatedAt = new Date((owner.signedInAt - 7) * 1000)
  const isSeventh = eq(signIns.authenticatedAt, authenticatedAt)
  await api.database.queries.update(signIns).set({ lastUsedAt }).where(isSeventh)

  expect(await statusOf(on(100))).toBe(200)

  await vi.waitFor(async () => expect(await statusOf(on(7))).toBe(401))
  expect(await statusOf(owner)).toBe(200)
  expect((await owner.call('GET', '/api/auth/sign-ins')).body.signIns).toHaveLength(100)
  const { items } = (await owner.call('GET', '/api/auth/activity')).body
  expect(items).toContainEqual(expect.objectContaining({ kind: 'sign_in_expired' }))
})
