import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { sourceVersion } from '../build/source-version.ts'
import { readRelease } from '../releases/read-release.ts'
import { CommandError } from './errors.ts'
import type { Output } from './output.ts'

/** Builds an app of the workspace unless its build is of this very source; gives back the folder. */
export async function buildApp(root: string, app: string, output: Output): Promise<string> {
  const directory = join(root, app)
  const rsbuild = join(directory, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  if (!existsSync(join(directory, 'rsbuild.config.ts')) || !existsSync(rsbuild)) {
    throw new CommandError('usage', `There is no app ${app} in ${root}, or it is not installed.`)
  }
  const distDir = join(directory, 'dist')
  if (readRelease(distDir)?.version === sourceVersion(directory)) {
    output.progress(`${app} as built before`)
    return distDir
  }
  output.progress(`building ${app}`)
  const child = spawn(process.execPath, [rsbuild, 'build'], {
    cwd: directory,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new CommandError('refused', `${app} cannot be built:\n${said.trim()}`)
  return distDir
}
