import { existsSync, readdirSync } from 'node:fs'

import { say } from '../terminal/report.ts'
import { canInstall, install } from './apt.ts'
import { findProgram } from './find-program.ts'
import { runCaptured, runStreamed } from './run.ts'

/** Where Debian keeps each major version, outside the PATH. */
const installedDir = '/usr/lib/postgresql'

/** Sees to it that the api's tests find PostgreSQL; installs it where that is possible. */
export async function ensurePostgres(): Promise<void> {
  if (hasPostgres()) return
  if (canInstall()) {
    say('Installing PostgreSQL for the api tests')
    await install('postgresql')
    await stopClusters()
  }
  if (hasPostgres()) return
  throw new Error('The api tests need PostgreSQL: install it, or set TEST_DATABASE_URL.')
}

function hasPostgres(): boolean {
  if ((process.env['TEST_DATABASE_URL'] ?? '') !== '') return true
  const hasVersions = existsSync(installedDir) && readdirSync(installedDir).length > 0
  return hasVersions || findProgram(['postgres']) !== undefined
}

/** Debian starts a server as soon as the package is there; the tests run their own. */
async function stopClusters(): Promise<void> {
  const { output } = await runCaptured({ file: 'pg_lsclusters', args: ['--no-header'] })
  for (const line of output.split('\n').filter((text) => text.includes('online'))) {
    const [version = '', cluster = ''] = line.trim().split(/\s+/)
    await runStreamed({ file: 'pg_ctlcluster', args: [version, cluster, 'stop'] })
  }
}
