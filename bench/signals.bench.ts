import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { freePort } from '@errand/database/testing'
import { test } from 'playwright/test'

import { root } from '../e2e/support/product.ts'
import { remotes } from '../e2e/support/releases.ts'
import { compare, report } from './figures.ts'
import { loadWithWrk, signedIn } from './wrk.ts'

const least = 0.95

test('documents of an edge that counts pages, over one that does not', async () => {
  const keys = [{ id: 'measured', key: 'A'.repeat(43) }]
  const registry = createServer((request, response) => {
    request.resume().once('end', () => response.end(JSON.stringify({ keys })))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const [counting, plain] = [await startEdge('counting', port), await startEdge('plain', port)]
  const { ratio, our, their } = await compare(counting.load, plain.load, 9)
  for (const { stop } of [counting, plain]) stop()
  registry.close()
  report('counted document', {
    measured: `${ratio.toFixed(2)} × (${our.toFixed(0)} and ${their.toFixed(0)} in a second)`,
    limit: `≥ ${least} × an edge that counts no pages`,
    isMet: ratio >= least,
  })
})

async function startEdge(mode: 'counting' | 'plain', registryPort: number) {
  const port = await freePort()
  const builds = ['host', ...remotes].map((app) => join(root, app, 'dist'))
  const registryUrl = `http://127.0.0.1:${registryPort}/registry`
  const edge = fork(join(root, 'delivery/testing/measured-edge.ts'), [
    mode,
    String(port),
    registryUrl,
    ...builds,
  ])
  await once(edge, 'message')
  const headers = { ...signedIn, accept: 'text/html' }
  return {
    load: () => loadWithWrk(`http://127.0.0.1:${port}/jobs`, headers),
    stop: () => edge.disconnect(),
  }
}
