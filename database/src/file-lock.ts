import { DatabaseSync } from 'node:sqlite'

/** A lock that this process holds. */
export interface FileLock {
  release: () => void
}

/**
 * Takes a lock, or nothing when another process has it. SQLite's lock is the operating system's: it
 * goes with the process however that ends, so there is nothing stale to recognise or to clean up.
 */
export function takeLock(file: string): FileLock | undefined {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    return undefined
  }
  return { release: () => lock.close() }
}
