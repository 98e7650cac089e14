import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'

import { root } from '../src/root.ts'

const generated = new Set(['node_modules', 'dist', '.git', '.cache', '.data', 'test-results'])
/** No gate needs their sources to see what is planted elsewhere, and they are most of its work. */
const large = new Set(['api', 'e2e', 'host', 'remote-chats', 'remote-billing', 'remote-jobs'])

/** A copy of the repository in which nothing is installed; of large packages only the manifest. */
export function smallCopy(): { copy: string; remove: () => void } {
  // The real path: on some systems the temporary directory is a link.
  const copy = realpathSync(mkdtempSync(join(tmpdir(), 'errand-gates-')))
  cpSync(root, copy, { recursive: true, filter: isCopied })
  return { copy, remove: () => rmSync(copy, { recursive: true }) }
}

function isCopied(source: string): boolean {
  const [folder = '', ...rest] = relative(root, source).split(sep)
  if (large.has(folder)) return rest.length === 0 || rest.join() === 'package.json'
  return !generated.has(basename(source))
}

/** Writes files below a folder. */
export function plant(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}
