import { DatabaseSync } from 'node:sqlite'

/** A lock that this process holds. */
export interface FileLock {
  release: () => void
}

/** Keeps a reference to each lock: garbage collection would release it. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Holds a lock until it is released or this process ends; undefined when another process has it.
 * SQLite uses the operating system's locks, so no stale lock can remain after a crash.
 */
export function acquireLock(file: string): FileLock | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return undefined
  }
  heldLocks.add(lock)
  return {
    release() {
      if (heldLocks.delete(lock)) lock.close()
    },
  }
}
