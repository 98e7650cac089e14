import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { firstSuccessful } from './load.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const never = () => vi.fn(() => new Promise<string>(() => {}))
const failing = (message: string) => () => Promise.reject(new Error(message))

test('the next attempt starts right after a failure, and never after a success', async () => {
  const third = never()

  await expect(firstSuccessful([failing('first'), async () => 'second', third])).resolves.toBe(
    'second',
  )
  expect(third).not.toHaveBeenCalled()
})

test('the next attempt starts after 15 s without an answer', async () => {
  const second = vi.fn(async () => 'second')
  const result = firstSuccessful([never(), second])
  await vi.advanceTimersByTimeAsync(14_999)
  expect(second).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(1)
  await expect(result).resolves.toBe('second')
})

test('a slow attempt that answers first wins', async () => {
  const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 20_000, 'slow'))
  const result = firstSuccessful([slow, never()])

  await vi.advanceTimersByTimeAsync(20_000)
  await expect(result).resolves.toBe('slow')
})

test('a late failure does not start another attempt', async () => {
  const late = () =>
    new Promise<string>((_resolve, reject) => setTimeout(reject, 16_000, new Error('late')))
  const third = never()
  void firstSuccessful([late, never(), third]).catch(() => {})
  await vi.advanceTimersByTimeAsync(17_000)
  expect(third).not.toHaveBeenCalled()

  await vi.advanceTimersByTimeAsync(13_000)
  expect(third).toHaveBeenCalledOnce()
})

test('all failures are reported, and loading times out after 120 s', async () => {
  await expect(firstSuccessful([failing('one'), failing('two')])).rejects.toMatchObject({
    errors: [new Error('one'), new Error('two')],
  })

  const [result] = await Promise.all([
    firstSuccessful([never(), never(), never()]).catch(String),
    vi.advanceTimersByTimeAsync(120_000),
  ])
  expect(result).toContain('Timed out')
})
