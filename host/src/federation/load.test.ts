import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { firstSuccessful } from './load.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = () => vi.fn(() => new Promise<string>(() => {}))
const failing = (message: string) => () => Promise.reject(new Error(message))

test('the next attempt begins at once after a failure, and not at all after a success', async () => {
  const third = never()

  await expect(firstSuccessful([failing('first'), async () => 'second', third])).resolves.toBe(
    'second',
  )
  expect(third).not.toHaveBeenCalled()
})

test('an attempt that does not answer for 15 s is not waited for', async () => {
  const second = vi.fn(async () => 'second')
  const result = firstSuccessful([never(), second])
  await vi.advanceTimersByTimeAsync(14_999)
  expect(second).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toBe('second')
})

test('a slow attempt that answers first after all is taken', async () => {
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 20_000, 'slow'))
  const result = firstSuccessful([slow, never()])

  await vi.advanceTimersByTimeAsync(20_000)
  await expect(result).resolves.toBe('slow')
})

test('a failure after the next attempt has begun does not begin another one', async () => {
  const late = () =>
    new Promise<string>((_resolve, reject) => setTimeout(reject, 16_000, new Error('late')))
  const third = never()
  void firstSuccessful([late, never(), third]).catch(() => {})
  await vi.advanceTimersByTimeAsync(17_000)
  expect(third).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(13_000)
  expect(third).toHaveBeenCalledOnce()
})

test('when every attempt has failed the reasons are given, and 120 s are the end', async () => {
  await expect(firstSuccessful([failing('one'), failing('two')])).rejects.toMatchObject({
    errors: [new Error('one'), new Error('two')],
  })

  const [result] = await Promise.all([
    firstSuccessful([never(), never(), never()]).catch(String),
    vi.advanceTimersByTimeAsync(120_000),
  ])
  expect(result).toContain('Timed out')
})
