import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One line for everything that decides what lies in node_modules.
 * @param {string} root
 */
export function fingerprint(root) {
  const files = [
    join(root, 'pnpm-lock.yaml'),
    join(root, 'pnpm-workspace.yaml'),
    ...packageFolders(root).map((folder) => join(folder, 'package.json')),
  ]
  // Native parts are installed for one system only: a folder shared by two has to be installed anew.
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  for (const file of files) hash.update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * The folders with a package.json: the root and every package directly below it.
 * @param {string} root
 */
export function packageFolders(root) {
  const below = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => join(root, entry.name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
  return [root, ...below.toSorted()]
}
