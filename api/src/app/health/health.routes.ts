import { setTimeout as delay } from 'node:timers/promises'

import { Hono } from 'hono'

import { checkFileStore, type FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Services } from '../services.ts'

/** A part that does not answer in this time counts as failed. */
const limitMs = 3_000

/** How often the file store is checked at most: a bucket has its operator pay for each request. */
const checkFilesEveryMs = 30_000

/**
 * /api/healthz: the process lives. /api/readyz: it can do its work, or which part cannot. Without its
 * file store it still answers texts, so it stays in use and is only reported as `degraded`.
 */
export function healthRoutes({
  database,
  fileStore,
  queue,
  hasRoom,
  closing,
}: Pick<Services, 'database' | 'fileStore' | 'queue' | 'hasRoom' | 'closing'>) {
  const checkFiles = createFileCheck(fileStore)
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }))
    .get('/readyz', async (c) => {
      // The process is stopping: requests should go elsewhere, while it finishes those it has started.
      if (closing.aborted) throw notReady({ process: 'stopping' })
      const parts = {
        database: await isAnswering(() => database.ping()),
        queue: await isAnswering(() => queue.ping()),
        ...(hasRoom !== undefined && { disk: (await hasRoom()) ? 'ok' : 'full' }),
      }
      const files = await checkFiles()
      const all = { ...parts, files }
      if (Object.values(parts).some((state) => state !== 'ok')) throw notReady(all)
      return c.json({ status: files === 'ok' ? 'ok' : 'degraded', parts: all })
    })
}

function createFileCheck(store: FileStore): () => Promise<'ok' | 'failed'> {
  let checkedAt = -Infinity
  let state: Promise<'ok' | 'failed'> = Promise.resolve('ok')
  return () => {
    if (performance.now() - checkedAt < checkFilesEveryMs) return state
    checkedAt = performance.now()
    state = isAnswering(() => checkFileStore(store))
    return state
  }
}

function notReady(parts: Record<string, string>): Problem {
  return new Problem('service_unavailable', { retryAfter: 2, meta: { parts } })
}

async function isAnswering(ask: () => Promise<void>): Promise<'ok' | 'failed'> {
  const tooLate = delay(limitMs, 'failed' as const, { ref: false })
  const answer = ask().then(
    () => 'ok' as const,
    () => 'failed' as const,
  )
  return Promise.race([answer, tooLate])
}
