import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi, type Owner } from '../../../test/test-api.ts'
import { knownBrowsers } from '../../platform/database/schema.ts'

const api = useTestApi()
const dayMs = 24 * 60 * 60 * 1000

/** Since when the browser with this id is known, as the edge hears when the profile is read. */
async function knownSince(owner: Owner, visitor: string, prefix = '__Host-') {
  const headers = { cookie: `${prefix}errand_visitor=${visitor.padEnd(22, '-')}` }
  const answer = await owner.call('GET', '/api/auth/profile', { headers })
  expect(answer.status).toBe(200)
  const [since, id] = (answer.headers.get('errand-known-since') ?? '').split(' ')
  expect(id).toBe(since === '' ? undefined : visitor.padEnd(22, '-'))
  return since || null
}

/** As if the owner's known browser had been used last so many days ago. */
async function usedDaysAgo(owner: Owner, days: number): Promise<void> {
  await api.database.queries
    .update(knownBrowsers)
    .set({ lastUsedAt: new Date(Date.now() - days * dayMs) })
    .where(eq(knownBrowsers.ownerId, owner.id))
}

test('an owner has one known browser, known since it first read the profile', async () => {
  const owner = await api.newOwner()
  const since = await knownSince(owner, 'first')
  expect(Date.parse(since ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect(await knownSince(owner, 'second')).toBeNull()
  await usedDaysAgo(owner, 2)
  expect(await knownSince(owner, 'second')).toBeNull()
  expect(await knownSince(owner, 'first')).toBe(since)
  expect(await knownSince(owner, 'first', '')).toBe(since)
  // Two owners may share a browser.
  expect(await knownSince(await api.newOwner(), 'first')).not.toBeNull()
})

test('another browser becomes the known one after twelve days without the first', async () => {
  const owner = await api.newOwner()
  const first = await knownSince(owner, 'first')
  // The edge may still believe the first one.
  await usedDaysAgo(owner, 11)
  expect(await knownSince(owner, 'second')).toBeNull()
  await usedDaysAgo(owner, 13)
  const second = await knownSince(owner, 'second')
  expect(Date.parse(second ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
  expect(await knownSince(owner, 'first')).toBeNull()
})

test('of parallel browsers only one becomes known, and a client without a valid cookie does not', async () => {
  const owner = await api.newOwner()
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((visitor) => knownSince(owner, visitor)))
  expect(all.filter((since) => since !== null)).toHaveLength(1)

  const { headers } = await owner.call('GET', '/api/auth/profile')
  expect(headers.get('errand-known-since')).toBeNull()
  expect(await knownSince(await api.newOwner(), '<script>')).toBeNull()
})
