import { setTimeout as delay } from 'node:timers/promises'

import { takeLock, type FileLock } from '@errand/database'

const retryMs = 200

/** Does the work when no other process does it; waits for its turn. */
export async function inTurn<T>(
  file: string,
  { signal, work }: { signal: AbortSignal; work: () => Promise<T> },
): Promise<T> {
  const lock = await wait(file, signal)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

async function wait(file: string, signal: AbortSignal): Promise<FileLock> {
  for (;;) {
    const lock = takeLock(file)
    if (lock !== undefined) return lock
    await delay(retryMs, undefined, { signal })
  }
}
