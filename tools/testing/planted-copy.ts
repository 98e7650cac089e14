import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { root } from '../src/root.ts'
import { listPackages } from '../src/workspace/packages.ts'

const left = new Set(['node_modules', 'dist', '.git', '.data', 'test-results', 'report'])

/** A copy of the repository in which nothing is installed. */
export function bareCopy(): { copy: string; remove: () => void } {
  // The real path: on some systems the temporary directory is a link.
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'errand-gates-')))
  cpSync(root, copy, { recursive: true, filter: (source) => !left.has(basename(source)) })
  return { copy, remove: () => rmSync(copy, { recursive: true }) }
}

/**
 * A copy of the repository with files of our own in it. Its node_modules are links to the real ones:
 * nothing that installs, `pnpm run` included, may be started in it.
 */
export function plantedCopy(planted: Record<string, string>): { copy: string; remove: () => void } {
  const { copy, remove } = bareCopy()
  for (const folder of ['', ...listPackages(root).map((one) => one.folder)]) {
    symlinkSync(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  }
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), text)
  }
  return { copy, remove }
}
