import { readBootScript } from '../edge/boot-script.ts'
import { createEdge } from '../edge/create-edge.ts'
import { createEdgeServer } from '../edge/edge-server.ts'
import { reportDamaged } from '../edge/report-damaged.ts'
import { readSettings } from '../edge/settings.ts'
import { openReleases } from '../releases/open-releases.ts'
import { folderStore } from '../releases/folder-store.ts'
import { createEvaluator } from '../rollouts/evaluator.ts'
import { flagdDocumentSchema } from '../rollouts/flagd-document.ts'
import { createRolloutSource, trustedKeys } from '../rollouts/rollout-source.ts'

// argv: port, folder of releases, rollout document as JSON
const [, , port, releasesDir = '', document = ''] = process.argv

const source = createRolloutSource()
source.set(createEvaluator(flagdDocumentSchema.parse(JSON.parse(document))))
const releases = openReleases(folderStore(releasesDir), {
  keysOf: trustedKeys(source),
  onDamaged: reportDamaged(),
})
const settings = readSettings({ FIREBASE_API_KEY: 'key' })
const edge = createEdge({ settings, source, releases, boot: readBootScript() })
createEdgeServer({ edge, releases, tls: undefined }).listen(Number(port), '127.0.0.1', () =>
  process.send?.('ready'),
)
process.on('message', () => process.send?.(process.memoryUsage.rss()))
process.on('disconnect', () => process.exit(0))
