import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'

import { onTestFinished } from 'vitest'

import { installRemote, newRemote, writeRemote } from '../create-remote/new-remote.ts'
import { root } from '../root.ts'

/** A new remote in a copy of the repository, installed. */
export async function makeRemote(): Promise<{ copy: string; remote: string }> {
  const copy = smallCopy()
  const remote = writeRemote(copy, newRemote(root, { name: 'reports', icon: 'chart-column' }))
  await installRemote(copy, remote)
  return { copy, remote }
}

/** Runs a program to its end, in a folder. */
export const run = promisify(execFile)

/** The gates of `pnpm check` that work on a single package. */
export const checks = [
  ['tsc', '--noEmit', '-p', 'remote-reports'],
  ['oxlint', '--deny-warnings', 'remote-reports'],
  ['oxfmt', '--check', 'remote-reports'],
  ['knip', '--workspace', 'remote-reports'],
  ['sherif'],
  ['node', 'tools/src/check-boundaries.ts'],
]

const generated = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results'])
/** Packages that a new remote does not depend on, which are most of the copying. */
const large = new Set(['api', 'e2e', 'host', 'remote-chats', 'remote-billing', 'remote-jobs'])

/** A copy of the repository without installed packages; of large packages only the manifest. */
function smallCopy(): string {
  // The real path, because on some systems the temporary directory is a symbolic link.
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'errand-remote-')))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  cpSync(root, copy, {
    recursive: true,
    filter: (source) => {
      const [folder = '', ...rest] = relative(root, source).split(sep)
      if (large.has(folder)) return rest.length === 0 || rest.join() === 'package.json'
      return !generated.has(basename(source))
    },
  })
  return copy
}
