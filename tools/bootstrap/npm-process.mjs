import { existsSync, readFileSync } from 'node:fs'

const shells = new Set(['sh', 'dash', 'bash'])

/**
 * The id of the npm that runs this script, or nothing when none does or it cannot be told. There may
 * be a shell in between, which outlives a killed npm.
 */
export function npmProcess() {
  const stat = `/proc/${process.ppid}/stat`
  if (process.env['npm_lifecycle_event'] === undefined || !existsSync(stat)) return undefined
  // "4711 (sh) S 4710 …": id, name, state, parent.
  const [, name = '', parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(stat, 'utf8')) ?? []
  return shells.has(name) ? Number(parent) : process.ppid
}
