import { execFile } from 'node:child_process'
import { join } from 'node:path'

import { run } from '../cli/run.ts'

/** How a command ended, and what it wrote. */
interface CommandEnd {
  code: number
  stdout: string
  stderr: string
}

const file = join(import.meta.dirname, '../cli/errand.ts')

/** Runs a command of `errand` in this process: to start one takes longer than most commands. */
export async function errand(args: string[], env: Record<string, string>): Promise<CommandEnd> {
  const written = { stdout: '', stderr: '' }
  const code = await run(args, {
    env: { ERRAND_ACTOR: 'asha', ...env },
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text) },
  })
  return { code, ...written }
}

/** Runs `errand` as a shell would. */
export function errandProcess(args: string[], env: Record<string, string>): Promise<CommandEnd> {
  const { promise, resolve } = Promise.withResolvers<CommandEnd>()
  const child = execFile(
    process.execPath,
    [file, ...args],
    { env: { PATH: process.env['PATH'], ERRAND_ACTOR: 'asha', ...env } },
    (_error, stdout, stderr) => resolve({ code: child.exitCode ?? 0, stdout, stderr }),
  )
  return promise
}
