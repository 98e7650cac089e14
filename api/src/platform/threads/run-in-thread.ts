import { Piscina } from 'piscina'

import { Problem } from '../http/problem.ts'

/** What the threads may use. */
interface ThreadLimits {
  /** From the call to the result, so that nobody waits longer in the queue either. */
  timeoutMs: number
  heapMb: number
  maxWaiting: number
  /** For how long it is kept without a task. */
  idleMs: number
}

type RunInThread = <Result>(
  module: URL,
  content: object,
  options?: { signal?: AbortSignal },
) => Promise<Result>

/**
 * Calls `run` of a module in a worker thread, for what would block the event loop. One at a
 * time, so that many calls leave the process a core. A task over the limits is ended, and its thread.
 */
export function createThread({ timeoutMs, heapMb, maxWaiting, idleMs }: ThreadLimits): RunInThread {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: 1,
    stricterFIFO: true,
    idleTimeout: idleMs,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // The task itself fails as well, and says so to its caller.
  pool.on('error', () => {})
  return async (module, content, { signal } = {}) => {
    // The library's own limit does not count all that wait.
    if (pool.queueSize >= maxWaiting) throw unavailable('Too much is being written.')
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await pool.run(content, {
        filename: module.href,
        name: 'run',
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
    } catch (error) {
      throw toThreadProblem(error, timeout)
    }
  }
}

export const runInThread = createThread({
  // Longer than the longest document takes on a busy machine, and larger.
  timeoutMs: 60_000,
  heapMb: 256,
  maxWaiting: 50,
  // The next document finds the fonts already read.
  idleMs: 10_000,
})

function toThreadProblem(error: unknown, timeout: AbortSignal): unknown {
  if (timeout.aborted) return unavailable('This took too long to write.', error)
  const isTooLarge =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isTooLarge ? unavailable('This is too large to be written.', error) : error
}

const unavailable = (detail: string, cause?: unknown): Problem =>
  new Problem('service_unavailable', { detail, retryAfter: 30, cause })
