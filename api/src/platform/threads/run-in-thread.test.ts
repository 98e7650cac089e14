import { expect, test } from 'vitest'

import { createThread } from './run-in-thread.ts'

const neverEnds = new URL('../../../test/threads/never-ends.ts', import.meta.url)
const fillMemory = new URL('../../../test/threads/fill-memory.ts', import.meta.url)
const addOne = new URL('../../../test/threads/add-one.ts', import.meta.url)

const limits = { timeoutMs: 60_000, heapMb: 64, maxWaiting: 50, idleMs: 10_000 }
const problem = (detail: string) => ({ name: 'Problem', status: 503, options: { detail } })

test('a task that takes too long ends with a problem, and the next one runs', async () => {
  const runBriefly = createThread({ ...limits, timeoutMs: 300 })
  const run = createThread(limits)

  await expect(runBriefly(neverEnds, {})).rejects.toMatchObject(
    problem('This took too long to write.'),
  )
  expect(await run(addOne, { number: 1 })).toBe(2)
})

test('a task that takes too much memory ends with a problem, and the next one runs', async () => {
  const run = createThread(limits)

  await expect(run(fillMemory, {})).rejects.toMatchObject(
    problem('This is too large to be written.'),
  )
  expect(await run(addOne, { number: 1 })).toBe(2)
})

test('a task whose caller has gone is ended, and makes room for the next one', async () => {
  const run = createThread(limits)
  const caller = new AbortController()
  const endless = run(neverEnds, {}, { signal: caller.signal })
  const next = run(addOne, { number: 1 })

  caller.abort()

  await expect(endless).rejects.toMatchObject({ name: 'AbortError' })
  expect(await next).toBe(2)
})

test('more tasks than may wait are refused with a problem', async () => {
  const run = createThread({ ...limits, maxWaiting: 1 })
  const caller = new AbortController()
  const { signal } = caller
  // While the thread starts, one more may wait.
  const endless = [1, 2, 3].map(() => run(neverEnds, {}, { signal }))
  const ended = Promise.allSettled(endless)

  await expect(run(addOne, { number: 1 })).rejects.toMatchObject(
    problem('Too much is being written.'),
  )
  caller.abort()
  await ended
})
