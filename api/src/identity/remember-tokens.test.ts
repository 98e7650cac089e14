import { afterEach, expect, test, vi } from 'vitest'

import type { Identity } from './identity.ts'
import { rememberTokens } from './tokens.ts'

afterEach(() => vi.useRealTimers())

/** A verifier that counts what it is asked, and takes every token but `bad`. */
function counting(expiresAt: Date) {
  const asked: string[] = []
  const verify = rememberTokens(async (token): Promise<Identity> => {
    asked.push(token)
    if (token === 'bad') throw new Error('refused')
    return { uid: `of ${token}`, phoneNumber: undefined, expiresAt, authenticatedAt: new Date(0) }
  })
  return { asked, verify }
}

const inAnHour = () => new Date(Date.now() + 3_600_000)

test('a token is verified once, each one for itself', async () => {
  const { asked, verify } = counting(inAnHour())
  expect((await verify('one')).uid).toBe('of one')
  expect((await verify('two')).uid).toBe('of two')
  expect((await verify('one')).uid).toBe('of one')
  expect(asked).toEqual(['one', 'two'])
})

test('what was refused is verified again', async () => {
  const { asked, verify } = counting(inAnHour())
  await expect(verify('bad')).rejects.toThrow('refused')
  await expect(verify('bad')).rejects.toThrow('refused')
  expect(asked).toHaveLength(2)
})

test('a token that has ended is verified again, and one that was not asked for in a minute', async () => {
  vi.useFakeTimers()
  const short = counting(new Date(Date.now() + 5000))
  await short.verify('one')
  vi.advanceTimersByTime(6000)
  await short.verify('one')
  expect(short.asked).toHaveLength(2)
  const long = counting(inAnHour())
  await long.verify('one')
  vi.advanceTimersByTime(61_000)
  await long.verify('one')
  expect(long.asked).toHaveLength(2)
})
