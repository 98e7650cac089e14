import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { runProgram } from '@errand/database/testing'
import { onTestFinished } from 'vitest'

/** Runs a check of `tools/src` on a repository with these files. */
export function runCheck(name: string, files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), `errand-${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const script = join(import.meta.dirname, '..', `${name}.ts`)
  const { status, stderr } = runProgram(process.execPath, [script, folder])
  return { status, violations: stderr.split('\n').filter(Boolean) }
}
