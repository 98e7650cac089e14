import { cpSync } from 'node:fs'
import { join } from 'node:path'

import { reportDamaged } from '../edge/log.ts'
import { folderStore } from '../releases/folder-store.ts'
import { openReleases, type Releases } from '../releases/open-releases.ts'
import { readRelease } from '../releases/read-release.ts'
import { applyChange, type Change } from '../rollouts/change.ts'
import { emptyChannel, fullWeight, type Channel } from '../rollouts/channel.ts'
import { createEvaluator } from '../rollouts/evaluator.ts'
import { createRolloutSource, trustedKeys, type RolloutSource } from '../rollouts/rollout-source.ts'
import { createKeyPair, keyIdOf, signRelease } from '../signing/keys.ts'

/** The releases of a folder, as an edge with these rollouts serves them. */
export const openTestReleases = (releasesDir: string, source: RolloutSource): Releases =>
  openReleases(folderStore(releasesDir), {
    keysOf: trustedKeys(source),
    onDamaged: reportDamaged(),
  })

/** Channels of published releases, without a registry around them. */
export function createRollouts(releasesDir: string) {
  const source = createRolloutSource()
  const channels = new Map<string, Channel>()
  let revision = 0
  let ticketKey: string | undefined
  const pair = createKeyPair()
  const publicKeys: Record<string, Record<string, string>> = {}

  function change(app: string, asked: Change): void {
    revision += 1
    const channel = channels.get(app) ?? emptyChannel(app)
    channels.set(app, applyChange(channel, asked, `r${revision}`))
    publishDocument()
  }

  function publishDocument(): void {
    const document = { revision, channels: [...channels.values()], ticketKey, publicKeys }
    source.set(createEvaluator(document))
  }

  return {
    source,
    change,
    setTicketKey(key: string): void {
      ticketKey = key
      revision += 1
      publishDocument()
    },
    /** Copies a build to the releases; the first of an app goes to everybody, the others to nobody. */
    publish(distDir: string): void {
      const release = readRelease(distDir)
      if (release === undefined) throw new Error(`No build in ${distDir}`)
      const { app, version } = release
      signRelease(distDir, pair.privateKey)
      publicKeys[app] = { [keyIdOf(pair.publicKey)]: pair.publicKey }
      cpSync(distDir, join(releasesDir, app, version), { recursive: true })
      if (!channels.has(app)) change(app, { type: 'rollout', version, weight: fullWeight })
    },
  }
}
