import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { root } from '../root.ts'

const run = promisify(execFile)
const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')

/** What is wrong with the types of a package, or nothing. */
export async function checkPackage(directory: string): Promise<string | undefined> {
  const project = join(directory, 'tsconfig.json')
  if (!existsSync(project)) return `${basename(directory)} has no tsconfig.json`
  try {
    // `--listFiles` besides the check: a pattern that matches no folder compiles without an error.
    const { stdout } = await run(
      process.execPath,
      [
        compiler,
        '--project',
        project,
        '--pretty',
        'false',
        '--listFiles',
        ...incrementalFlags(directory),
      ],
      { cwd: root, maxBuffer: 64 * 1024 * 1024 },
    )
    const own = stdout.split('\n').filter((file) => isSource(file, directory))
    return own.length === 0 ? `${project} lists no source file` : undefined
  } catch (error) {
    return errorsOf(error)
  }
}

/** All packages are checked at once, so one checker each; what did not change is not checked again. */
function incrementalFlags(directory: string): string[] {
  const state = join(root, '.cache', 'types', `${basename(directory)}.tsbuildinfo`)
  return ['--checkers', '1', '--incremental', '--tsBuildInfoFile', state]
}

const isSource = (file: string, directory: string): boolean =>
  file.startsWith(directory) && !file.includes('node_modules') && !file.endsWith('.config.ts')

function errorsOf(error: unknown): string {
  if (!(error instanceof Error) || !('stdout' in error)) throw error
  const lines = String(error.stdout).split('\n')
  return (
    lines.filter((line) => / error TS\d+|^error TS|^ {2}/.test(line)).join('\n') || error.message
  )
}
