import { DatabaseSync } from 'node:sqlite'

/** A lock that this process holds. */
export interface FileLock {
  release: () => void
}

/** Referred to from here until it is released: a lock that is collected as garbage is given up. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Takes a lock until it is released or this process ends; nothing when another process has it.
 * SQLite's lock is the operating system's: there is nothing stale to recognise or to clean up.
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
