import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { contractHash, declarationsFile, type Declarations } from '../types/declarations.ts'

/** Adds declarations to a finished build, as the build itself does, and gives its folder back. */
export function typed(distDir: string, declarations: Declarations): string {
  const text = JSON.stringify(declarations)
  writeFileSync(join(distDir, declarationsFile), text)
  const account = join(distDir, 'release.json')
  const release: { files: object } = JSON.parse(readFileSync(account, 'utf8'))
  const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`
  const files = { ...release.files, [declarationsFile]: integrity }
  const contract = contractHash(declarations)
  writeFileSync(account, JSON.stringify({ ...release, files, contract }))
  return distDir
}

/** The declarations with one place of a file changed, which must be there. */
export function edited(
  declarations: Declarations,
  file: string,
  [from, to]: [from: string, to: string],
): Declarations {
  const text = declarations[file]
  if (text?.includes(from) !== true) throw new Error(`${file} has no ${from}: ${text}`)
  return { ...declarations, [file]: text.replace(from, to) }
}
