import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/** The script that runs before any release's code, and watches whether the host starts. */
export interface BootScript {
  url: string
  integrity: string
  source: string
}

/** Reads the boot script; its URL changes with its bytes. */
export function readBootScript(): BootScript {
  const typed = readFileSync(join(import.meta.dirname, 'boot', 'boot.ts'), 'utf8')
  // Every visitor loads it first: no comments, no spaces where types or indentation were.
  const source = stripTypeScriptTypes(typed).replaceAll(/^ *(\/\/.*\n)?| +(?= )/gm, '')
  const hash = createHash('sha384').update(source).digest()
  return {
    url: `/boot-${hash.toString('hex').slice(0, 12)}.js`,
    integrity: `sha384-${hash.toString('base64')}`,
    source,
  }
}
