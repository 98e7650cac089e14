import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { sourceVersion } from '@errand/delivery/build'
import { readRelease } from '@errand/delivery/releases'

import { progress } from '../terminal/report.ts'
import { rsbuild, type App } from './apps.ts'

/** An app that cannot be built; the message holds what Rsbuild said. */
class BuildError extends Error {
  override readonly name = 'BuildError'
}

const endWithParent = join(import.meta.dirname, '..', 'programs', 'end-with-parent.ts')

/** Whether the build that lies in the app's dist is of another source. */
export function needsBuild({ directory }: App): boolean {
  return readRelease(join(directory, 'dist'))?.version !== sourceVersion(directory)
}

/** Builds one app. */
export async function buildApp(app: App, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, ['--import', endWithParent, rsbuild(app), 'build'], {
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
  for (const [sentence] of output.matchAll(/\S+ costs .*/g)) progress(sentence)
}
