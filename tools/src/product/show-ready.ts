import { lstatSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'

import { root } from '../root.ts'
import type { Settings } from '../settings/settings.ts'
import { elapsed, say, table } from '../terminal/report.ts'

/** Where the product is opened. */
export function appOrigin({ ports }: Pick<Settings, 'ports'>): string {
  // The edge reads this setting itself.
  const scheme = process.env['TLS_CERT_FILE'] === undefined ? 'http' : 'https'
  return `${scheme}://localhost:${ports.PORT}`
}

/** Tells where everything is, once everything is there. */
export function showReady({ ports, dataDir, databaseUrl }: Settings): void {
  const app = appOrigin({ ports })
  const simulators = `http://localhost:${ports.API_PORT}/simulator`
  const rows: [string, string][] = [
    ['App', app],
    ['API documentation', `${app}/api/docs`],
    ['Sign-in codes', `${app}/dev/codes`],
    ['Phone', `${simulators}, to write as a customer`],
    ['Inbox', `${simulators}/mail, as a mail server localhost:${ports.MAIL_PORT}`],
    ['Data', [...placesOf(dataDir, databaseUrl)].join(', ')],
  ]
  say(`\n${table(rows)}\n\nReady in ${elapsed()}. Press Ctrl-C to stop.`)
}

/** The data directory, and where the database is when that is elsewhere. */
function* placesOf(dataDir: string, databaseUrl: string | undefined): Generator<string> {
  yield shortPath(dataDir)
  if (databaseUrl !== undefined) yield 'the database at DATABASE_URL'
  else if (lstatSync(join(dataDir, 'postgres')).isSymbolicLink()) {
    yield `the database in ${realpathSync(join(dataDir, 'postgres'))}`
  }
}

function shortPath(path: string): string {
  const fromRoot = relative(root, path)
  return fromRoot.startsWith('..') ? path : fromRoot
}
