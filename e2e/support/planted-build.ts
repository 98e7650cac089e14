import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { cachedBuild } from './build-cache.ts'
import { readBuild } from './builds.ts'
import { copySource, edit } from './source.ts'

const run = promisify(execFile)

/** A change of one place in an app's source. */
export interface Edit {
  file: string
  from: string
  to: string
}

/** The folder of an app's build with these changes; built only when they or the source are new. */
export function buildWith(app: string, edits: Edit[]): Promise<string> {
  const change = createHash('sha256').update(JSON.stringify(edits)).digest('hex').slice(0, 12)
  // A version is the hash of its source, and the product under test was built from today's.
  const { version } = readBuild(app)
  return cachedBuild({ name: `${app}-${change}`, version }, async (folder) => {
    const copy = copySource()
    try {
      const directory = join(copy, app)
      for (const { file, from, to } of edits) edit(join(directory, file), from, to)
      const rsbuild = join(directory, 'node_modules/@rsbuild/core/bin/rsbuild.js')
      const env = { ...process.env, NODE_ENV: 'production' }
      await run(process.execPath, [rsbuild, 'build'], { cwd: directory, env })
      cpSync(join(directory, 'dist'), folder, { recursive: true })
    } finally {
      rmSync(copy, { recursive: true })
    }
  })
}
