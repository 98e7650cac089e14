import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const compiler = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
)

/** Runs the TypeScript compiler in a folder; answers what it complained of, '' when of nothing. */
export function compile(directory: string, tsconfig: object): Promise<string> {
  const project = join(directory, 'tsconfig.json')
  writeFileSync(project, JSON.stringify(tsconfig))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile(
    process.execPath,
    [compiler, '--project', project, '--pretty', 'false'],
    { cwd: directory, maxBuffer: 64 * 1024 * 1024 },
    (error, stdout, stderr) => {
      // Its exit code says no more than its words; without words something else is wrong.
      if (error !== null && stdout === '') reject(new Error(stderr, { cause: error }))
      else resolve(stdout)
    },
  )
  return promise
}
