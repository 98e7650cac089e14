import { existsSync, readdirSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

import type { Command } from 'commander'

import { listApps } from '../../build/app-package.ts'
import {
  appsWithoutRelease,
  publishToEverybody,
  withRegistry,
} from '../../registry/publish-to-everybody.ts'
import { findChannel } from '../../registry/tables/queries.ts'
import { readRelease } from '../../releases/release.ts'
import { readerTokenFile } from '../../signing/credentials.ts'
import { keysDir } from '../../signing/keys.ts'
import { describeChannel } from '../channel.ts'
import { CommandError } from '../output.ts'
import { openSession, type Session } from '../session.ts'
import { buildApp, checkBuild } from './release.ts'

/** Prepares an empty registry so that its edges have something to serve. */
export function addSetupCommand(program: Command): void {
  program
    .command('setup')
    .description('makes the keys and tokens of an empty registry, and its first releases')
    .option('--dist <folders...>', 'finished builds, instead of building every app')
    .addHelpText(
      'after',
      `
Takes the settings of the registry and works in its database, on its machine. An app that has a
release is left as it is, so it may be called again.

Example:
  errand setup`,
    )
    .action(async ({ dist }: { dist?: string[] }, command: Command) => {
      const session = openSession(command)
      const before = keysIn(session.dataDir)
      const apps = await setUp(
        session,
        dist?.map((folder) => resolve(folder)),
      ).catch(refuse)
      const keys = keysIn(session.dataDir).map((file) => ({ file, isNew: !before.includes(file) }))
      const lines = [
        ...keys.map(({ file, isNew }) => `${isNew ? 'made' : 'kept'}  ${file}`),
        ...apps.map(({ isNew, sentence }) => `${isNew ? 'made' : 'kept'}  ${sentence}`),
        `Edges take REGISTRY_URL, and ${shortPath(readerTokenFile(session.dataDir))} at the same place in their DATA_DIR.`,
      ]
      session.output.result({ keys, apps }, lines.join('\n'))
    })
}

/** Errors of a registry in this process are sentences as well. */
function refuse(error: Error): never {
  throw error instanceof CommandError ? error : new CommandError('refused', error.message)
}

/** Publishes first releases of apps that have none; returns what everybody runs then. */
async function setUp(session: Session, dist: string[] | undefined) {
  const { env, dataDir } = session
  const builds = dist === undefined ? undefined : await readBuilds(dist)
  const apps =
    builds === undefined ? listApps(session.root).map(({ name }) => name) : [...builds.keys()]
  return withRegistry({ ...env, DATA_DIR: dataDir }, async (registry) => {
    const missing = await appsWithoutRelease(registry, apps)
    const distDirs: string[] = []
    for (const app of missing) distDirs.push(builds?.get(app) ?? (await buildApp(session, app)))
    await publishToEverybody(registry, distDirs, () => true)
    return Promise.all(
      apps.map(async (app) => {
        const channel = await findChannel(registry.database.queries, app)
        if (channel === undefined) throw new CommandError('refused', `${app} was not released.`)
        const sentence = describeChannel({ ...channel, changedAt: channel.changedAt.toISOString() })
        return { app, isNew: missing.includes(app), sentence }
      }),
    )
  })
}

async function readBuilds(folders: string[]): Promise<Map<string, string>> {
  const builds = new Map<string, string>()
  for (const folder of folders) {
    const app = readRelease(folder)?.app ?? ''
    await checkBuild(app, folder)
    builds.set(app, folder)
  }
  return builds
}

function keysIn(dataDir: string): string[] {
  const folder = keysDir(dataDir)
  return existsSync(folder) ? readdirSync(folder).map((name) => shortPath(join(folder, name))) : []
}

const shortPath = (file: string): string => {
  const fromHere = relative(process.cwd(), file)
  return fromHere.startsWith('..') ? file : fromHere
}
