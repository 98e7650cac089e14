import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import {
  releaseFileName,
  releaseSchema,
  type HostRelease,
  type Release,
  type RemoteReleaseFile,
} from '../releases/release.ts'

const run = promisify(execFile)

/** A finished build. */
export interface Built<R extends Release = Release> {
  release: R
  /** The text of one of its files. */
  read: (name: string) => string
}

/** Builds a host into a new folder. */
export async function buildHost(directory: string): Promise<Built<HostRelease>> {
  const { release, read } = await build(directory)
  if (release.kind !== 'host') throw new Error(`${directory} is no host`)
  return { release, read }
}

/** Builds a remote into a new folder. */
export async function buildRemote(directory: string): Promise<Built<RemoteReleaseFile>> {
  const { release, read } = await build(directory)
  if (release.kind !== 'remote') throw new Error(`${directory} is no remote`)
  return { release, read }
}

async function build(directory: string): Promise<Built> {
  const dist = mkdtempSync(join(tmpdir(), 'errand-dist-'))
  const rsbuild = join(directory, 'node_modules', '@rsbuild', 'core', 'bin', 'rsbuild.js')
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, [rsbuild, 'build', '--dist-path', dist], { cwd: directory, env })
  const read = (name: string): string => readFileSync(join(dist, name), 'utf8')
  return { release: releaseSchema.parse(JSON.parse(read(releaseFileName))), read }
}
