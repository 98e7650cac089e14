import { DatabaseSync } from 'node:sqlite'

/** A data directory is in use by another process. */
class DataDirLockedError extends Error {
  override readonly name = 'DataDirLockedError'
}

/**
 * Takes a data directory for this process alone: two PGlite on one directory lose each other's rows
 * without a word. SQLite's file lock is the operating system's, so it ends with the process, however
 * that ends, and no stale file, reused process id or second starter can confuse it.
 */
export function lockDataDir(dataDir: string): { release: () => void } {
  const file = new DatabaseSync(`${dataDir}.lock`)
  try {
    file.exec('begin exclusive')
  } catch (cause) {
    file.close()
    throw new DataDirLockedError(`${dataDir} is in use by another process.`, { cause })
  }
  return { release: () => file.close() }
}
