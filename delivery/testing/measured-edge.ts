import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { getRequestListener } from '@hono/node-server'

import { createEdge } from '../edge/create-edge.ts'
import { openReleases } from '../edge/open-releases.ts'
import { reportToRegistry } from '../edge/report-to-registry.ts'
import { readSettings } from '../edge/settings.ts'
import { createSignals } from '../edge/signals/signals.ts'
import { logError } from '../platform/log.ts'
import { readRelease } from '../releases/release.ts'
import { folderStore } from '../releases/stores.ts'
import { applyChange } from '../rollouts/change.ts'
import { emptyChannel, fullWeight } from '../rollouts/channel.ts'
import { createEvaluator, createRolloutSource, trustedKeys } from '../rollouts/evaluator.ts'
import { createKeyPair, keyIdOf } from '../signing/keys.ts'
import { signRelease } from '../signing/signatures.ts'

// An edge process for measuring: it gives these builds to everybody, and counts pages only when it
// is asked to. An edge of a deployment always counts them.
const [mode, port, url = '', ...builds] = process.argv.slice(2)
const releasesDir = mkdtempSync(join(tmpdir(), 'errand-measured-'))
process.once('disconnect', () => {
  rmSync(releasesDir, { recursive: true })
  process.exit(0)
})

const { publicKey, privateKey } = createKeyPair()
const published = builds.map((build) => {
  const release = readRelease(build)
  if (release === undefined) throw new Error(`No build in ${build}`)
  const { app, version } = release
  const directory = join(releasesDir, app, version)
  cpSync(build, directory, { recursive: true })
  signRelease(directory, privateKey)
  const everybody = { type: 'rollout', version, weight: fullWeight } as const
  return { app, channel: applyChange(emptyChannel(app), everybody, app) }
})
const source = createRolloutSource()
source.set(
  createEvaluator({
    revision: 1,
    channels: published.map(({ channel }) => channel),
    publicKeys: Object.fromEntries(
      published.map(({ app }) => [app, { [keyIdOf(publicKey)]: publicKey }]),
    ),
  }),
)
const releases = openReleases(folderStore(releasesDir), {
  keysOf: trustedKeys(source),
  onDamaged: (app, version, error) => logError('release damaged', error, { app, version }),
})
const signals = mode === 'counting' ? createSignals(releases) : undefined
const { signal } = new AbortController()
const about = { url, token: undefined, name: String(mode), signal }
void reportToRegistry({ ...about, signals, releases, source })
const settings = readSettings({ FIREBASE_API_KEY: 'key' })
const edge = createEdge({ settings, source, signals, releases })
createServer(getRequestListener(edge.fetch)).listen(Number(port), '127.0.0.1', () =>
  process.send?.('ready'),
)
