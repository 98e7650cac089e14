import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'

import { readRelease } from '@errand/delivery/releases'
import { expect, onTestFinished, test } from 'vitest'

import { root } from '../root.ts'
import { installRemote, newRemote, writeRemote, type RemoteRequest } from './new-remote.ts'

test(
  'a new remote builds, has its place after the others, passes the checks and its tests',
  {
    timeout: 600_000,
  },
  async () => {
    const copy = smallCopy()
    const remote = writeRemote(copy, newRemote(root, { name: 'reports', icon: 'chart-column' }))
    await installRemote(copy, remote)

    await run(join(remote, 'node_modules', '.bin', 'rsbuild'), ['build'], { cwd: remote })
    expect(readRelease(join(remote, 'dist'))).toMatchObject({
      app: 'remote-reports',
      place: { mount: '/reports', label: 'Reports', order: 40 },
    })

    for (const [check = '', ...args] of checks) {
      const program = join(copy, 'node_modules', '.bin', check)
      const { code = 0, stdout } = await run(program, args, { cwd: copy }).catch((error) => error)
      expect(code, stdout).toBe(0)
    }

    // The copy's own Vitest, because matchers extend the one beside them.
    const vitest = join(copy, 'node_modules', '.bin', 'vitest')
    const { stdout } = await run(vitest, ['run', '--project', 'remote-reports'], { cwd: copy })
    expect(stdout).toMatch(/Tests .*2 passed/)
  },
)

test.each<[RemoteRequest, RegExp]>([
  [{ name: 'Reports' }, /^"Reports" cannot be a remote's name/],
  [{ name: 'remote-reports' }, /^Say "reports" only: its folder will be remote-reports\.$/],
  [{ name: 'jobs' }, /^There is a folder remote-jobs already\.$/],
  [{ name: 'api' }, /^The path \/api belongs to another part of the product\.$/],
  [{ name: 'reports', label: 'x'.repeat(25) }, /^The label "x+" does not fit the navigation/],
  [{ name: 'reports', icon: 'nothing' }, /^There is no lucide icon named "nothing"$/],
])('%o is refused in one sentence', (wish, sentence) => {
  expect(() => newRemote(root, wish)).toThrow(sentence)
})

const run = promisify(execFile)

/** The gates of `pnpm check` that work on a single package. */
const checks = [
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
