import { hostname as machineName } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { reportDamaged } from '../platform/log.ts'
import type { Stop } from '../platform/program.ts'
import { closeServer, createHttpServer, listen } from '../platform/transport.ts'
import { folderStore, httpStore, type ReleaseStore } from '../releases/stores.ts'
import { createRolloutSource, trustedKeys, type RolloutSource } from '../rollouts/evaluator.ts'
import { readerTokenFile } from '../signing/credentials.ts'
import { createEdge } from './create-edge.ts'
import { devPages } from './development.ts'
import { followRegistry } from './follow-registry.ts'
import { openReleases } from './open-releases.ts'
import { reportToRegistry } from './report-to-registry.ts'
import { readSettings, type Settings } from './settings.ts'
import { createSignals } from './signals/signals.ts'

const maxWaitMs = 10_000
/** For the last report. */
const maxReportMs = 1_000

/** Starts an edge on its port; resolves when it has a rollout document, or has waited long enough. */
export async function startEdge(environment: NodeJS.ProcessEnv): Promise<Stop> {
  const settings = readSettings(environment)
  const stopping = new AbortController()
  const source = rollouts(settings, stopping.signal)
  const keysOf = trustedKeys(source)
  const releases = openReleases(storeOf(settings), { keysOf, onDamaged: reportDamaged() })
  const { development, registry, port } = settings
  // Development servers have no releases of which anything could be said.
  const signals = development === undefined ? createSignals(releases) : undefined
  let reporting: Promise<void> | undefined
  if (development === undefined && registry.url !== undefined) {
    const { url, token } = registry
    const { signal } = stopping
    const name = `${machineName()}:${port}`
    reporting = reportToRegistry({ url, token, name, signals, releases, source, signal })
  }
  const edge = createEdge({
    signals,
    settings,
    source,
    releases,
    developmentPages: development && devPages(development),
  })
  const server = createHttpServer(edge.fetch, { tls: settings.tls })
  await listen(server, settings)
  if (development === undefined) await firstDocument(source)
  return async () => {
    await closeServer(server)
    stopping.abort()
    await Promise.race([reporting, setTimeout(maxReportMs)])
  }
}

/** Resolves with the first rollout document, or when it has waited long enough. */
async function firstDocument(source: RolloutSource): Promise<void> {
  if (source.evaluator() !== undefined) return
  const { promise, resolve } = Promise.withResolvers<void>()
  source.subscribe(() => resolve())
  await Promise.race([promise, setTimeout(maxWaitMs)])
}

const storeOf = ({ releasesUrl, releasesDir }: Settings): ReleaseStore =>
  releasesUrl === undefined ? folderStore(releasesDir) : httpStore(releasesUrl)

function rollouts({ development, registry, dataDir }: Settings, signal: AbortSignal) {
  // Development servers are the only releases.
  if (development !== undefined) return createRolloutSource()
  const { url, token } = registry
  if (url === undefined) {
    throw new Error('REGISTRY_URL must be set: without a registry there is no release to serve.')
  }
  if (token === undefined) {
    throw new Error(
      `REGISTRY_TOKEN must be set to the reader's token of the registry, which lies in keys/reader.token of its DATA_DIR; ${readerTokenFile(dataDir)} is not there either.`,
    )
  }
  const cacheFile = join(dataDir, 'edge', 'rollouts.json')
  return followRegistry({ url, token, cacheFile, signal })
}
