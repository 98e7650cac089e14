import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readBootScript } from '../edge/boot-script.ts'
import { createEdge } from '../edge/create-edge.ts'
import { readSettings } from '../edge/settings.ts'
import { reportDamaged } from '../edge/report-damaged.ts'
import { openReleases } from '../releases/open-releases.ts'
import { folderStore } from '../releases/folder-store.ts'
import { createEvaluator } from '../rollouts/evaluator.ts'
import { createRolloutSource, trustedKeys } from '../rollouts/rollout-source.ts'
import { report } from './figures.ts'
import { publishBuilds } from './publish-builds.ts'

const most = 0.05
const browser = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  cookie: 'errand_visitor=AAAAAAAAAAAAAAAAAAAAAA; errand_signed_in=1',
}

/** How much more a browser fetches for one page when the product has ten times the remotes. */
export async function measureManyRemotes(): Promise<void> {
  const few = await coldBytes(3)
  const many = await coldBytes(30)
  const more = many / few - 1
  report({
    name: 'remotes',
    measured: `${(more * 100).toFixed(1)} % more bytes (${few} with 3, ${many} with 30)`,
    threshold: `≤ ${most * 100} % for 30 over 3`,
    isMet: more <= most,
  })
}

/** The document of a remote's page with its headers, and every file that it names, as they are sent. */
async function coldBytes(remotes: number): Promise<number> {
  const releasesDir = mkdtempSync(join(tmpdir(), 'errand-bench-remotes-'))
  try {
    const source = createRolloutSource()
    source.set(createEvaluator(publishBuilds(releasesDir, { remotes, rolledOut: remotes })))
    const releases = openReleases(folderStore(releasesDir), {
      keysOf: trustedKeys(source),
      onDamaged: reportDamaged(),
    })
    const settings = readSettings({ FIREBASE_API_KEY: 'key' })
    const edge = createEdge({ settings, source, releases, boot: readBootScript() })
    const sent = async (url: string): Promise<number> => {
      const answer = await edge.request(url, { headers: browser })
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
      return sizeOf(answer.headers) + (await answer.arrayBuffer()).byteLength
    }
    const headers = { ...browser, 'accept-encoding': 'identity' }
    const html = await (await edge.request('/jobs', { headers })).text()
    const named = [...html.matchAll(/<(?:script|link)[^>]+(?:src|href)="(\/[^"]+)"/g)]
    const urls = new Set(['/jobs', ...named.map(([, url = '']) => url)])
    const sizes = await Promise.all([...urls].map(sent))
    return sizes.reduce((sum, size) => sum + size, 0)
  } finally {
    rmSync(releasesDir, { recursive: true })
  }
}

const sizeOf = (headers: Headers): number =>
  [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
