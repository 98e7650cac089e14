import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { root } from '../root.ts'

const file = join(root, '.cache', 'suite-times.json')

/** The seconds that each suite took when it last ran whole on this machine. */
export function readSuiteTimes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    // The first run, or a file that somebody has touched: there is only less to say.
    return {}
  }
}

export function writeSuiteTimes(times: Record<string, number>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readSuiteTimes(), ...times }))
}
