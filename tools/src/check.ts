import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

import { root } from './root.ts'
import { printError, elapsed, print } from './terminal.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
  // Compiler and linter are written in Go: more memory saves a fifth of their time.
  GOGC: '400',
}

// `pnpm check`: runs all `check:…` scripts of the root at once. Not by `pnpm run`, which may
// install first, several at once, and into whatever node_modules links to.
const gates = Object.entries(scripts).filter(([name]) => name.startsWith('check:'))
const passed = await Promise.all(gates.map(([name, script]) => runGate(name, script)))
if (passed.includes(false)) process.exitCode = 1
else print(`${passed.length} checks passed in ${elapsed()}.`)

/** Runs one gate; shows its output only if it fails. */
async function runGate(name: string, script: string): Promise<boolean> {
  const child = spawn(script, { shell: true, cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) printError(`\n✗ ${name} (code ${code})\n${output.trim()}`)
  return code === 0
}
