import { setTimeout as delay } from 'node:timers/promises'

import { Hono } from 'hono'

import { Problem } from '../../platform/http/problem.ts'
import type { Services } from '../services.ts'

/** A part that does not answer in this time counts as failed. */
const limitMs = 3_000

/** /api/healthz: the process lives. /api/readyz: it can do its work, or which part cannot. */
export function healthRoutes({
  database,
  queue,
  hasRoom,
  closing,
}: Pick<Services, 'database' | 'queue' | 'hasRoom' | 'closing'>) {
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
      if (Object.values(parts).some((state) => state !== 'ok')) throw notReady(parts)
      return c.json({ status: 'ok', parts })
    })
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
