import { relative } from 'node:path'

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
  const rows: [string, string][] = [
    ['App', app],
    ['API documentation', `${app}/api/docs`],
    ['Sign-in codes', `${app}/dev/codes`],
    ['Data', databaseUrl === undefined ? shortPath(dataDir) : `PostgreSQL, ${shortPath(dataDir)}`],
  ]
  say(`\n${table(rows)}\n\nReady in ${elapsed()}. Press Ctrl-C to stop.`)
}

function shortPath(path: string): string {
  const fromRoot = relative(root, path)
  return fromRoot.startsWith('..') ? path : fromRoot
}
