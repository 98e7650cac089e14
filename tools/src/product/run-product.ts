import { join } from 'node:path'

import { claimDataDir } from '../settings/claim-data-dir.ts'
import { checkPorts } from '../settings/ports.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { runPrograms, type Running } from './run-programs.ts'

/** A copy of the product that is being started. */
export interface Product extends Running {
  settings: Settings
}

/**
 * Starts the product, keeps it running, and ends this process with all of its programs. `advice` is
 * for somebody who has it running already.
 */
export function runProduct(
  launch: (product: Product) => Promise<void>,
  advice?: string,
): Promise<void> {
  return runPrograms(async () => {
    const settings = readSettings(process.env)
    claimDataDir(settings.dataDir, advice)
    await checkPorts(settings.ports)
    return {
      logsDir: join(settings.dataDir, 'logs'),
      launch: (running) => launch({ ...running, settings }),
    }
  })
}
