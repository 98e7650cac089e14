import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { rateLimits } from '../database/schema.ts'
import { Problem } from './problem.ts'
import { sweepRateLimits, consumeRateLimit } from './request-limits.ts'

const api = useTestApi()

const limitOf = (key: string) => ({ key, limit: 3, windowMs: 60_000 })
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, 0) + seconds * 1000)

/** The wait that is asked for, or 0. */
async function take(key: string, seconds: number): Promise<number> {
  const taken = consumeRateLimit(api.database.queries, limitOf(key), at(seconds))
  const refused: unknown = await taken.catch((error: unknown) => error)
  return refused instanceof Problem ? (refused.options.retryAfter ?? Number.NaN) : 0
}

test('in no minute there are more than are allowed, and the wait is the real one', async () => {
  const waits = []
  for (const seconds of [0, 10, 50, 55, 59.5, 60, 61, 70, 110]) {
    waits.push([seconds, await take('a', seconds)])
  }

  expect(waits).toEqual([
    [0, 0],
    [10, 0],
    [50, 0],
    [55, 5],
    [59.5, 1],
    [60, 0],
    [61, 9],
    [70, 0],
    [110, 0],
  ])
})

test('others have turns of their own', async () => {
  for (const seconds of [0, 0, 0]) expect(await take('b', seconds)).toBe(0)

  expect(await take('b', 1)).toBe(59)
  expect(await take('c', 1)).toBe(0)
})

test('of many at once exactly as many as are allowed get through', async () => {
  const waits = await Promise.all(Array.from({ length: 12 }, () => take('d', 0)))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(3)
})

test('what limits nobody any more is swept', async () => {
  await take('e', 0)

  await sweepRateLimits(api.database.queries, at(59))
  expect(await keys()).toContain('e')
  await sweepRateLimits(api.database.queries, at(60))
  expect(await keys()).not.toContain('e')
})

const keys = async () =>
  (await api.database.queries.select({ key: rateLimits.key }).from(rateLimits)).map(
    ({ key }) => key,
  )
