import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'

import { root } from './source.ts'

/** Kept between runs: most runs change nothing that goes into the tests' own builds. */
const cache = join(root, '.cache/e2e')

/** Longer than any build takes on a busy machine. */
const lockTimeoutMs = 500_000

/** The folder of a build; `build` makes it into a folder unless this version of it is kept already. */
export async function cachedBuild(
  { name, version }: { name: string; version: string },
  build: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cache, `${name}@${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  // One worker builds and the others wait. The lock ends with its process, however that ends.
  const lock = new DatabaseSync(join(cache, `${name}.lock`), { timeout: 0 })
  const unfinished = mkdtempSync(join(cache, 'unfinished-'))
  try {
    await takeAlone(lock)
    if (existsSync(folder)) return folder
    for (const old of globSync(`${name}@*`, { cwd: cache })) remove(join(cache, old))
    const finished = join(unfinished, 'build')
    await build(finished)
    // Whole or not at all: a build that was interrupted is never taken for one.
    renameSync(finished, folder)
    return folder
  } finally {
    lock.close()
    remove(unfinished)
  }
}

/** SQLite waits without an event loop; this lets the worker's go on. */
async function takeAlone(lock: DatabaseSync): Promise<void> {
  const end = performance.now() + lockTimeoutMs
  for (;;) {
    try {
      lock.exec('begin exclusive')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await setTimeout(100)
    }
  }
}

/** `SQLITE_BUSY`: another process has the lock. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === 5

const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })
