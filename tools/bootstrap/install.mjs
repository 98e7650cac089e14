import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { fingerprint, packageFolders } from './fingerprint.mjs'
import { useGitHooks } from './git-hooks.mjs'
import { withInstallLock } from './install-lock.mjs'
import { installPackages } from './pnpm-install.mjs'

/**
 * Installs the packages of the lockfile, unless exactly these are there already.
 * @param {string} root
 */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return
  await withInstallLock(root, async () => {
    // Somebody else may have installed while this one waited for its turn.
    if (isInstalled(root)) return
    const print = fingerprint(root)
    await installPackages(root)
    mkdirSync(join(root, 'node_modules'), { recursive: true })
    writeFileSync(markerFile(root), print)
    useGitHooks(root)
  })
}

/** @param {string} root */
const markerFile = (root) => join(root, 'node_modules', '.errand-installed')

/** @param {string} root */
function isInstalled(root) {
  const folders = packageFolders(root)
  if (!folders.every((folder) => existsSync(join(folder, 'node_modules')))) return false
  const marker = markerFile(root)
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint(root)
}
