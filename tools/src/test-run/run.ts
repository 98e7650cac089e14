import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

import { root } from '../root.ts'

const bin = join(root, 'node_modules', '.bin')

/** A command of the test run. */
export interface Command {
  /** The name of a program in node_modules/.bin, or a path. */
  file: string
  args: string[]
  env?: Record<string, string>
  /** The root of the repository unless it is said otherwise. */
  cwd?: string
}

/** Runs a command without stdin; what it writes goes to the terminal as it comes. */
export async function runStreamed(command: Command): Promise<number> {
  const [code] = await once(start(command, ['ignore', 'inherit', 'inherit']), 'close')
  return typeof code === 'number' ? code : 1
}

/** Runs a command and gives back what it wrote. */
export async function runCaptured(command: Command): Promise<{ code: number; output: string }> {
  const child = start(command, ['ignore', 'pipe', 'pipe'])
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  return { code: typeof code === 'number' ? code : 1, output: output.trim() }
}

const running = new Set<ChildProcess>()
// A test command that is killed leaves nothing behind that works on.
process.once('exit', () => {
  for (const child of running) child.kill()
})

function start({ file, args, env, cwd = root }: Command, stdio: StdioOptions): ChildProcess {
  const child = spawn(file, args, {
    cwd,
    stdio,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
  })
  running.add(child)
  child.once('close', () => running.delete(child))
  return child
}
