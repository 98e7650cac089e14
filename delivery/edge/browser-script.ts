import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/**
 * A script of the edge itself as browsers get it, from its file in this folder: without comments
 * and the spaces left by types and indentation.
 */
export function readBrowserScript(file: string): string {
  const typed = readFileSync(join(import.meta.dirname, file), 'utf8')
  return stripTypeScriptTypes(typed).replaceAll(/^ *(\/\/.*\n)?| +(?= )/gm, '')
}
