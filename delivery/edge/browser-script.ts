import { readFileSync } from 'node:fs'
import { createRequire, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

/**
 * A script of the edge itself as browsers get it, from its file in this folder and those that it
 * imports: without types, comments and spaces. Its names are its own.
 */
export function readBrowserScript(file: string): string {
  const code = readModules(join(import.meta.dirname, file), new Set())
    .replaceAll(/^\s*(\/\/.*\n)?| +(?= )/gm, '')
    .replaceAll(
      /('[^'\n]*'|`[^`]*`)|\s*([{(,;:?<>]|[=!]==|=>?|&&|\|\||\?\?)\s*|\s+(?=[)}])|(?<=\)) /g,
      (_, text = '', operator = '') => text + operator,
    )
  return `(()=>{${code}})()`
}

function readModules(file: string, read: Set<string>): string {
  if (read.has(file)) return ''
  read.add(file)
  const { resolve } = createRequire(file)
  return stripTypeScriptTypes(readFileSync(file, 'utf8'))
    .replaceAll(/\/\*\*[^]*?\*\//g, '')
    .replaceAll(/^import [^']*'(.+)'$/gm, (_, name) => readModules(resolve(name), read))
    .replaceAll(/^export /gm, '')
}
