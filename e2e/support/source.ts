import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'

import { expect } from 'playwright/test'

export const root = join(import.meta.dirname, '../..')

/** A copy of the source that a test may change; installed packages are the same ones. */
export function copySource(): string {
  const copy = mkdtempSync(join(tmpdir(), 'errand-source-'))
  const left = new Set(['.git', '.cache', '.data', 'dist', 'test-results'])
  cpSync(root, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !left.has(basename(path)) && relative(root, path) !== 'node_modules',
  })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Changes one place of a file, which must be there. */
export function edit(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}
