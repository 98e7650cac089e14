import { expect, test } from 'vitest'

import { Hono } from 'hono'
import { errorHandler } from '../http/problem.ts'
import type { Database } from '../database/database.ts'
import { createLog } from '../log/create-log.ts'
import type { Queue } from '../queue/queue.ts'
import { healthRoutes } from './health.routes.ts'

const good = async () => {}
const bad = async () => {
  throw new Error('gone')
}

/** Parts that answer or do not; a real one cannot be broken alone. */
async function readiness(parts: { database?: () => Promise<void>; queue?: () => Promise<void> }) {
  const closing = new AbortController()
  const app = new Hono()
    .route(
      '/api',
      healthRoutes({
        database: { ping: parts.database ?? good } as Database,
        queue: { ping: parts.queue ?? good } as Queue,
        closing: closing.signal,
      }),
    )
    .onError(errorHandler(createLog('silent')) as never)
  const read = async () => {
    const answer = await app.request('/api/readyz')
    return { status: answer.status, body: await answer.json() }
  }
  return { read, stop: () => closing.abort() }
}

test('an api that can work is ready', async () => {
  const { read } = await readiness({})

  expect(await read()).toEqual({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', queue: 'ok' } },
  })
})

test.each([
  [{ database: bad }, { database: 'failed', queue: 'ok' }],
  [{ queue: bad }, { database: 'ok', queue: 'failed' }],
  // Silent: the limit says so.
  [{ queue: () => new Promise<void>(() => {}) }, { database: 'ok', queue: 'failed' }],
])('a part that is gone is named', async (parts, expected) => {
  const { read } = await readiness(parts)

  expect(await read()).toMatchObject({ status: 503, body: { meta: { parts: expected } } })
})

test('an api that is about to stop is not asked for more', async () => {
  const { read, stop } = await readiness({})
  stop()

  expect(await read()).toMatchObject({
    status: 503,
    body: { meta: { parts: { process: 'stopping' } } },
  })
})
