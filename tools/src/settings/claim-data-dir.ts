import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { takeLock } from '@errand/database'

const anotherDirectory = 'choose another directory: DATA_DIR=.data2 npm start'

/**
 * Takes the data directory for this copy of the product, until the process ends. `advice` is what
 * else somebody can do who has a copy running.
 */
export function claimDataDir(dataDir: string, advice = anotherDirectory): void {
  mkdirSync(dataDir, { recursive: true })
  const lock = takeLock(join(dataDir, 'start.lock'))
  if (lock === undefined) {
    throw new Error(`Another copy of Errand runs on ${dataDir}. Stop it or ${advice}`)
  }
  // Also keeps hold of it: collected as garbage, the lock would be given up.
  process.once('exit', lock.release)
}
