import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import type { Command } from 'commander'
import { zipSync } from 'fflate'
import * as z from 'zod/mini'

import { sourceVersion } from '../../build/source-version.ts'
import { hostApp, readRelease, releaseFileName, type Release } from '../../releases/release.ts'
import { sourceMapNames } from '../../releases/source-maps.ts'
import { stableOf } from '../../rollouts/channel.ts'
import { deployKey, keyIdOf, publicKeyOf } from '../../signing/keys.ts'
import {
  ReleaseFilesError,
  signatureFileName,
  signRelease,
  verifyFiles,
} from '../../signing/signatures.ts'
import { readChannel } from '../channel.ts'
import { CommandError } from '../output.ts'
import { noBody } from '../registry-client.ts'
import { openSession, readSecret, type Session } from '../session.ts'

const execute = promisify(execFile)
const publishAnswer = z.object({ isNew: z.boolean() })

interface ReleaseOptions {
  dist?: string
  dryRun?: boolean
}

interface Build {
  distDir: string
  release: Release
}

/** Publishes a release that nobody runs yet. */
export function addReleaseCommand(program: Command): void {
  program
    .command('release <app>')
    .description('builds an app, signs it and publishes it; nobody runs it before a rollout')
    .option('--dist <folder>', 'a finished build, instead of building')
    .option('--dry-run', 'builds, and asks whether it could be published')
    .addHelpText(
      'after',
      '\nExamples:\n  errand release remote-jobs\n  errand release remote-jobs --dry-run',
    )
    .action(async (app: string, options: ReleaseOptions, command: Command) => {
      const session = openSession(command)
      const build = await readBuild(session, app, options.dist)
      const { version } = build.release
      const isNew = await publish(session, build, options.dryRun ?? false)
      session.output.result(
        { app, version, isNew, isDryRun: options.dryRun ?? false },
        options.dryRun
          ? `${app} ${version} ${isNew ? 'could be published.' : 'is published already.'}`
          : `${app} ${version} is published. Roll it out: npx pnpm errand rollout ${app} ${version} --to ${await firstShare(session, app)}`,
      )
    })
}

/** The first host goes to everybody, because without a host nobody has a page. */
async function firstShare(session: Session, app: string): Promise<string> {
  const isFirst = stableOf(await readChannel(session, app)) === undefined
  return app === hostApp && isFirst ? '100%' : '5%'
}

async function readBuild(session: Session, app: string, dist?: string): Promise<Build> {
  return checkBuild(app, dist === undefined ? await buildApp(session, app) : resolve(dist))
}

/** The finished build in a folder; throws unless it is a complete build of the app. */
export async function checkBuild(app: string, distDir: string): Promise<Build> {
  const release = readRelease(distDir)
  if (release === undefined) throw new CommandError('usage', `No finished build in ${distDir}.`)
  if (release.app !== app) {
    throw new CommandError('usage', `${distDir} holds a build of ${release.app}, not of ${app}.`)
  }
  try {
    await verifyFiles(distDir, release)
  } catch (error) {
    if (!(error instanceof ReleaseFilesError)) throw error
    throw new CommandError('refused', `${error.message} in ${distDir}; build it again.`)
  }
  return { distDir, release }
}

/** Signs and publishes a build; resolves to whether the release is new. */
export async function publish(
  session: Session,
  { distDir, release }: Build,
  isDryRun: boolean,
): Promise<boolean> {
  const { registry, output } = session
  signRelease(distDir, await signingKey(session, release.app))
  const maps = sourceMapNames(release).filter((name) => existsSync(join(distDir, name)))
  const names = [releaseFileName, signatureFileName, ...Object.keys(release.files), ...maps]
  const files = await Promise.all(
    names.map(async (name) => [name, await readFile(join(distDir, name))] as const),
  )
  output.progress(`sending ${names.length} files`)
  const commit = await currentCommit(session.root)
  const query = new URLSearchParams({ ...(commit && { commit }), ...(isDryRun && { dryRun: '' }) })
  const path = `/apps/${release.app}/releases?${query.toString()}`
  const bytes = zipSync(Object.fromEntries(files))
  const action = isDryRun ? undefined : 'The release'
  return (await registry.post(path, publishAnswer, { bytes, action })).isNew
}

/** The key from the environment; on this machine its own key, which is added to its registry. */
async function signingKey(session: Session, app: string): Promise<string> {
  const configuredKey = readSecret(session.env, 'ERRAND_SIGNING_KEY')
  if (configuredKey !== undefined) return validateKey(configuredKey)
  const { isLocal, registry, dataDir } = session
  if (!isLocal) {
    throw new CommandError(
      'usage',
      `Set ERRAND_SIGNING_KEY or ERRAND_SIGNING_KEY_FILE to the key that signs ${app}; "npx pnpm errand keys create ${app}" makes one.`,
    )
  }
  const privateKey = deployKey(dataDir, app)
  const body = { publicKey: publicKeyOf(privateKey) }
  await registry.post(`/apps/${app}/keys`, noBody, { body })
  return privateKey
}

function validateKey(pem: string): string {
  try {
    keyIdOf(pem)
    return pem
  } catch {
    throw new CommandError('usage', 'ERRAND_SIGNING_KEY is not an Ed25519 private key as PEM.')
  }
}

/** The commit that it was built from; undefined with uncommitted changes. */
async function currentCommit(root: string): Promise<string | undefined> {
  if (!existsSync(join(root, '.git'))) return undefined
  const git = async (...args: string[]) => (await execute('git', args, { cwd: root })).stdout.trim()
  const isEdited = (await git('status', '--porcelain')) !== ''
  return isEdited ? undefined : git('rev-parse', 'HEAD')
}

/**
 * Builds an app of the workspace, unless its build has this very version; resolves to the folder.
 */
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
  let buildOutput = ''
  child.stdout.on('data', (chunk: Buffer) => (buildOutput += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (buildOutput += chunk.toString()))
  const [code] = await once(child, 'close')
  if (code !== 0)
    throw new CommandError('refused', `${app} cannot be built:\n${buildOutput.trim()}`)
  return distDir
}
