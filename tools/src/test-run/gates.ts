import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../root.ts'
import type { Command } from './run.ts'

/** Compiler and linter are written in Go: memory for a fifth of their time. */
const env = { GOGC: '400' }

/** The gates of `pnpm check`: every script of the root whose name begins with `check:`. */
export function listGates(): Record<string, Command> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const gates = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
  return Object.fromEntries(gates.map(([name, script]) => [name, commandOf(script)]))
}

// Not by `pnpm run`: it may install first, several gates at once, and into whatever node_modules is
// a link to.
function commandOf(script: string): Command {
  const [file = '', ...args] = script.split(' ')
  return { file, args, env }
}
