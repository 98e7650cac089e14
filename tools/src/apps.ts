import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { acquireLock } from '@errand/database'
import { listApps, sourceVersion, type App } from '@errand/delivery/build'
import { readRelease } from '@errand/delivery/releases'

import { root } from './root.ts'
import { elapsed, progress } from './terminal.ts'

/** The pages of the registry, which are built like an app and are no release. */
const consoleApp: App = { name: 'console', directory: join(root, 'delivery', 'console') }
/** Names the source of their build. */
const consoleSource = join(consoleApp.directory, 'dist', 'source.txt')

/** Each build uses more than one core. */
const maxBuilds = 2
const retryMs = 200

/**
 * Builds the apps, and the console, whose source has changed since their last build; `use` receives
 * the folders of all apps' builds. One product process at a time holds the lock until `use` has
 * finished, because they share each app's `dist`.
 */
export async function buildAll(
  signal: AbortSignal,
  use: (distDirs: string[]) => Promise<unknown>,
): Promise<void> {
  const lock = await waitForLock(join(root, 'node_modules', '.errand-build.lock'), signal)
  try {
    await buildStale(signal)
    await use(listApps(root).map(({ directory }) => join(directory, 'dist')))
  } finally {
    lock.release()
  }
}

async function waitForLock(file: string, signal: AbortSignal) {
  for (;;) {
    const lock = acquireLock(file)
    if (lock !== undefined) return lock
    await delay(retryMs, undefined, { signal })
  }
}

async function buildStale(signal: AbortSignal): Promise<void> {
  const apps = [...listApps(root), ...(existsSync(consoleApp.directory) ? [consoleApp] : [])]
  const stale = apps.filter(needsBuild)
  const queue = [...stale]
  await Promise.all(Array.from({ length: maxBuilds }, buildNext))
  const unchanged = apps.filter((app) => !stale.includes(app))
  if (unchanged.length > 0) progress(`${namesOf(unchanged)} as built before`)

  async function buildNext(): Promise<void> {
    for (let app = queue.shift(); app !== undefined; app = queue.shift()) {
      const since = performance.now()
      await buildApp(app, signal)
      progress(`${app.name} built in ${elapsed(since)}`)
    }
  }
}

const namesOf = (apps: App[]): string => apps.map(({ name }) => name).join(', ')

/** A failed build; the message contains Rsbuild's output. */
class BuildError extends Error {
  override readonly name = 'BuildError'
}

const endWithParent = join(import.meta.dirname, 'end-with-parent.ts')

/** Whether the build in the app's dist is of another source. */
function needsBuild(app: App): boolean {
  return builtVersion(app) !== versionOf(app)
}

function builtVersion(app: App): string | undefined {
  if (app !== consoleApp) return readRelease(join(app.directory, 'dist'))?.version
  return existsSync(consoleSource) ? readFileSync(consoleSource, 'utf8') : undefined
}

/** The console reads the registry's answers by the schemas of rollouts. */
const versionOf = (app: App): string =>
  sourceVersion(app.directory, app === consoleApp ? ['delivery/rollouts'] : [])

/** Builds one app. */
async function buildApp(app: App, signal: AbortSignal): Promise<void> {
  // Started by node directly, without a shell.
  const rsbuild = join(app.directory, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  const child = spawn(process.execPath, ['--import', endWithParent, rsbuild, 'build'], {
    cwd: app.directory,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: process.platform !== 'win32',
    signal,
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new BuildError(`${app.name} cannot be built:\n${output.trim()}`)
  if (app === consoleApp) writeFileSync(consoleSource, versionOf(app))
  for (const [sentence] of output.matchAll(/\S+ costs .*/g)) progress(sentence)
}
