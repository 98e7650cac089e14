import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { workspaceRoot } from '../build/source-version.ts'

/** The folder of the whole repository. */
export const root = workspaceRoot(dirname(import.meta.dirname))

const left = new Set(['node_modules', 'dist', '.git', '.data', 'test-results'])

/** The repository once more, in another folder, with what one of its apps is built with. */
export async function workspaceCopy(app: string): Promise<{ copy: string; remove: () => void }> {
  const parent = mkdtempSync(join(tmpdir(), 'errand-copy-'))
  const copy = join(parent, 'deeper down', 'errand')
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(basename(source)) })
  const only = ['--filter', `@errand/${app}...`]
  await promisify(execFile)(
    join(root, 'node_modules', '.bin', 'pnpm'),
    ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts', ...only],
    { cwd: copy },
  )
  return { copy, remove: () => rmSync(parent, { recursive: true }) }
}
