import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { availableMemory } from 'node:process'

const prefix = 'errand-test-'

/** Gives this process and its children a temporary folder that is gone when this process ends. */
export function useTemporaryFolder(): void {
  const folder = mkdtempSync(join(quickestFolder(), prefix))
  // As /tmp itself: PostgreSQL and apt write there as users of their own.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

/** On Linux a file system in memory. */
const sharedMemory = '/dev/shm'
const tmpfsType = 0x01_02_19_94
const gib = 2 ** 30

/** Memory where there is plenty: copying databases to a disk, the api's tests take half as long again. */
function quickestFolder(): string {
  if (process.env['TMPDIR'] !== undefined || !existsSync(sharedMemory)) return tmpdir()
  removeAbandoned()
  const { type, bavail, bsize } = statfsSync(sharedMemory)
  const isRoomy = type === tmpfsType && bavail * bsize >= 6 * gib && availableMemory() >= 12 * gib
  return isRoomy ? sharedMemory : tmpdir()
}

/** No run goes so long without making a file. */
const abandonedAfterMs = 2 * 60 * 60 * 1000

/** What a killed run left behind would take up memory until the machine starts again. */
function removeAbandoned(): void {
  const { uid } = userInfo()
  for (const name of readdirSync(sharedMemory)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(sharedMemory, name)
    const { uid: owner, mtimeMs } = lstatSync(folder, { throwIfNoEntry: false }) ?? {}
    if (owner !== uid || mtimeMs === undefined || Date.now() - mtimeMs < abandonedAfterMs) continue
    rmSync(folder, { recursive: true, force: true })
  }
}
