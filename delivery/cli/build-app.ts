import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { sourceVersion } from '../build/source-version.ts'
import { readRelease } from '../releases/read-release.ts'
import { CommandError } from './errors.ts'
import type { Session } from './session.ts'

/** Builds an app of the workspace unless its build has this very version; gives back the folder. */
export async function buildApp(
  { root, output }: Pick<Session, 'root' | 'output'>,
  app: string,
  versionOf: (directory: string) => string = sourceVersion,
): Promise<string> {
  const directory = join(root, app)
  const rsbuild = join(directory, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  if (!existsSync(join(directory, 'rsbuild.config.ts')) || !existsSync(rsbuild)) {
    throw new CommandError('usage', `There is no app ${app} in ${root}, or it is not installed.`)
  }
  const distDir = join(directory, 'dist')
  const version = versionOf(directory)
  if (readRelease(distDir)?.version === version) {
    output.progress(`${app} as built before`)
    return distDir
  }
  output.progress(`building ${app}`)
  const child = spawn(process.execPath, [rsbuild, 'build'], {
    cwd: directory,
    env: { ...process.env, NODE_ENV: 'production', RELEASE: version },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new CommandError('refused', `${app} cannot be built:\n${said.trim()}`)
  return distDir
}
