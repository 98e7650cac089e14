import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

import { currentFileName, currentSchema } from './current.ts'
import { readRelease } from './read-release.ts'

/**
 * Copies a finished build to `<releasesDir>/<app>/<version>/` and makes it the app's current one.
 * Published releases are immutable: the same version is not written twice.
 */
export function publishRelease(from: { distDir: string; releasesDir: string }): {
  app: string
  version: string
} {
  const { distDir, releasesDir } = from
  const release = readRelease(distDir)
  if (release === undefined) throw new Error(`No finished build in ${distDir}`)
  const { app, version } = release
  copyOnce(distDir, join(releasesDir, app, version))
  makeCurrent(releasesDir, app, version)
  return { app, version }
}

/** In two steps, so that a killed copy never looks like a release. */
function copyOnce(distDir: string, target: string): void {
  if (existsSync(target)) return
  const partial = `${target}.partial`
  rmSync(partial, { recursive: true, force: true })
  cpSync(distDir, partial, { recursive: true })
  renameSync(partial, target)
}

function makeCurrent(releasesDir: string, app: string, version: string): void {
  mkdirSync(releasesDir, { recursive: true })
  const file = join(releasesDir, currentFileName)
  const current = existsSync(file)
    ? currentSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    : {}
  writeFileSync(`${file}.partial`, `${JSON.stringify({ ...current, [app]: version }, null, 2)}\n`)
  renameSync(`${file}.partial`, file)
}
