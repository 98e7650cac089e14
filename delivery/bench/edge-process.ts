import { readFileSync } from 'node:fs'

import { readBootScript } from '../edge/boot-script.ts'
import { createEdge } from '../edge/create-edge.ts'
import { createEdgeServer } from '../edge/edge-server.ts'
import { reportDamaged } from '../edge/report-damaged.ts'
import { readSettings } from '../edge/settings.ts'
import { openReleases } from '../releases/open-releases.ts'
import { folderStore } from '../releases/folder-store.ts'
import { createEvaluator, rolloutDocumentSchema } from '../rollouts/evaluator.ts'
import { createRolloutSource, trustedKeys } from '../rollouts/rollout-source.ts'

// argv: port, folder of releases, file with the rollout document
const [, , port, releasesDir = '', documentFile = ''] = process.argv

const source = createRolloutSource()
const document: unknown = JSON.parse(readFileSync(documentFile, 'utf8'))
source.set(createEvaluator(rolloutDocumentSchema.parse(document)))
const releases = openReleases(folderStore(releasesDir), {
  keysOf: trustedKeys(source),
  onDamaged: reportDamaged(),
})
const settings = readSettings({ FIREBASE_API_KEY: 'key' })
const edge = createEdge({ settings, source, releases, boot: readBootScript() })
createEdgeServer({ edge, releases, tls: undefined }).listen(Number(port), '127.0.0.1', () =>
  process.send?.('ready'),
)
process.on('message', () => {
  // What is garbage does not count.
  globalThis.gc?.()
  process.send?.(process.memoryUsage())
})
process.on('disconnect', () => process.exit(0))
