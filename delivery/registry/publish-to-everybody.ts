import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { logError } from '../platform/log.ts'
import { readRelease, type Release } from '../releases/release.ts'
import type { Change } from '../rollouts/change.ts'
import { fullWeight, stableOf } from '../rollouts/channel.ts'
import { deployKey, publicKeyOf } from '../signing/keys.ts'
import { signRelease } from '../signing/signatures.ts'
import { addKey } from './access.ts'
import { changeChannel } from './change-channel.ts'
import { openRegistry, type Registry } from './open-registry.ts'
import { publishRelease } from './publishing/publish.ts'
import { readSettings } from './settings.ts'
import { findChannel, listChannels, type ReleaseRow } from './tables/queries.ts'

const actor = 'local build'

interface Build {
  distDir: string
  release: Release
}

/** Runs `work` with the registry of these settings, whether or not its server runs. */
export async function withRegistry<T>(
  environment: NodeJS.ProcessEnv,
  work: (registry: Registry) => Promise<T>,
): Promise<T> {
  const registry = await openRegistry({ ...readSettings(environment), logError })
  try {
    return await work(registry)
  } finally {
    await registry.close()
  }
}

/** Publishes finished builds to the registry of these settings. */
export const publishBuilds = (environment: NodeJS.ProcessEnv, distDirs: string[]): Promise<void> =>
  withRegistry(environment, (registry) => publishToEverybody(registry, distDirs))

/**
 * Publishes finished builds of this machine and gives them to everybody at once, in the same way as
 * any release. All together, because a host and its remotes may need each other.
 */
export async function publishToEverybody(
  registry: Registry,
  distDirs: string[],
  mayMove = isLocalBuild,
): Promise<void> {
  const builds = distDirs.map((distDir): Build => {
    const release = readRelease(distDir)
    if (release === undefined) throw new Error(`No finished build in ${distDir}`)
    return { distDir, release }
  })
  const alongside = builds.map(({ release }) => release)
  const rows: ReleaseRow[] = []
  for (const build of builds) rows.push(await publishBuild(registry, build, alongside))
  for (const row of rows.filter(mayMove)) await giveToEverybody(registry, row, alongside)
}

/** A release that was published by hand is rolled out by hand: a restart must not end a rollout. */
const isLocalBuild = ({ publishedBy }: ReleaseRow): boolean => publishedBy === actor

/** Those of these apps that never had a release. */
export async function appsWithoutRelease(
  { database }: Registry,
  apps: string[],
): Promise<string[]> {
  const channels = await listChannels(database.queries)
  return apps.filter((app) => !channels.some((channel) => channel.app === app))
}

async function publishBuild(
  registry: Registry,
  { distDir, release: { app } }: Build,
  alongside: Release[],
): Promise<ReleaseRow> {
  const privateKey = deployKey(registry.dataDir, app)
  await addKey(registry.database, { app, actor }, publicKeyOf(privateKey))
  signRelease(distDir, privateKey)
  const read = (names: string[]) =>
    Object.fromEntries(
      names
        .filter((name) => existsSync(join(distDir, name)))
        .map((name) => [name, readFileSync(join(distDir, name))]),
    )
  const { row } = await publishRelease(registry, { app, actor, read, alongside })
  if (row === undefined) throw new Error(`${app} was only tried`)
  return row
}

async function giveToEverybody(
  registry: Registry,
  { app, version }: ReleaseRow,
  alongside: Release[],
): Promise<void> {
  const channel = await findChannel(registry.database.queries, app)
  const gone = [...(channel?.revoked ?? []), ...(channel?.stopped ?? [])]
  if ((channel && stableOf(channel) === version) || gone.includes(version)) return
  // No visitor of this machine has tried it before.
  const force = true
  const rollout: Change = { type: 'rollout', version, weight: fullWeight, replace: true, force }
  // The first release of an app is stable at once.
  const isFirst = channel === undefined || channel.lineage.length === 0
  await changeChannel(registry, {
    app,
    actor,
    changes: isFirst ? [rollout] : [rollout, { type: 'promote', force }],
    reason: 'built on this machine',
    isDryRun: false,
    alongside,
  })
}
