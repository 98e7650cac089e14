import { Hono } from 'hono'
import { expect, test } from 'vitest'

import type { Database } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { errorHandler } from '../../platform/http/problem.ts'
import { createLog } from '../../platform/log/create-log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { refuseWithoutRoom, type HasRoom } from './disk-room.ts'
import { healthRoutes } from './health.routes.ts'

const good = async () => {}
const bad = async () => {
  throw new Error('gone')
}

/** A store that has room for one file. */
function keepsOne(): FileStore {
  const kept: Uint8Array<ArrayBuffer>[] = []
  return {
    write: async (_, source) => {
      for await (const chunk of source) kept.push(new Uint8Array(chunk))
    },
    read: async () => new Blob(kept).stream(),
    delete: async () => {
      kept.length = 0
    },
  }
}

/** Parts that answer or do not; a real one cannot be broken alone. */
async function readiness(parts: {
  database?: () => Promise<void>
  queue?: () => Promise<void>
  fileStore?: FileStore
  hasRoom?: HasRoom
}) {
  const closing = new AbortController()
  const app = new Hono()
    .route(
      '/api',
      healthRoutes({
        database: { ping: parts.database ?? good } as Database,
        fileStore: parts.fileStore ?? keepsOne(),
        queue: { ping: parts.queue ?? good } as Queue,
        hasRoom: parts.hasRoom,
        closing: closing.signal,
      }),
    )
    .use(refuseWithoutRoom(parts.hasRoom))
    .all('/api/jobs', (c) => c.json({ items: [] }))
    .onError(errorHandler(createLog('silent')) as never)
  const read = async (path = '/api/readyz', method = 'GET') => {
    const answer = await app.request(path, { method })
    return { status: answer.status, body: await answer.json() }
  }
  return { read, stop: () => closing.abort() }
}

test('an api that can work is ready', async () => {
  const { read } = await readiness({})

  expect(await read()).toEqual({
    status: 200,
    body: { status: 'ok', parts: { database: 'ok', queue: 'ok', files: 'ok' } },
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

test('on a full disk nothing is saved, and what is there can be read', async () => {
  const { read } = await readiness({ hasRoom: async () => false })

  expect(await read()).toMatchObject({ status: 503, body: { meta: { parts: { disk: 'full' } } } })
  expect(await read('/api/jobs', 'POST')).toMatchObject({
    status: 503,
    body: { code: 'service_unavailable', retryAfter: 60 },
  })
  expect(await read('/api/jobs')).toMatchObject({ status: 200 })
  expect(await read('/api/healthz')).toMatchObject({ status: 200 })
})

test('an api that is about to stop is not asked for more', async () => {
  const { read, stop } = await readiness({})
  stop()

  expect(await read()).toMatchObject({
    status: 503,
    body: { meta: { parts: { process: 'stopping' } } },
  })
})

test.each<[string, Partial<FileStore>]>([
  ['takes nothing', { write: bad }],
  ['returns nothing', { read: () => Promise.reject(new Error('gone')) }],
  ['returns other bytes', { read: async () => new Blob(['other']).stream() }],
  ['deletes nothing', { delete: bad }],
  ['does not answer', { write: () => new Promise<void>(() => {}) }],
])('an api whose file store %s is degraded, and stays in use for all else', async (_, fault) => {
  const { read } = await readiness({ fileStore: { ...keepsOne(), ...fault } })

  expect(await read()).toMatchObject({
    status: 200,
    body: { status: 'degraded', parts: { database: 'ok', files: 'failed' } },
  })
})
