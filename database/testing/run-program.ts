import { spawnSync, type SpawnSyncOptions } from 'node:child_process'

/** What a program wrote, and the code with which it ended. */
export interface ProgramResult {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs a program to its end; throws the reason if it cannot be started, which Node only returns. */
export function runProgram(
  file: string,
  args: string[],
  options: SpawnSyncOptions = {},
): ProgramResult {
  const { error, status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' })
  if (error !== undefined) throw error
  return { status, stdout, stderr }
}
