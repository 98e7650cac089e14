import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

import { test } from 'playwright/test'

import { origin, tlsEnvironment } from '../e2e/support/product.ts'
import { readBuild } from '../e2e/support/releases.ts'
import { compare, report } from './figures.ts'
import { loadWithWrk, signedIn } from './wrk.ts'

test('a document and a file of the edge', async ({ request }) => {
  const { version } = readBuild('remote-jobs')
  const targets = {
    // Each is written and compressed anew.
    document: { path: '/jobs', headers: { ...signedIn, accept: 'text/html' }, least: 0.05 },
    file: { path: `/r/remote-jobs/${version}/remoteEntry.js`, headers: signedIn, least: 0.25 },
  }
  for (const [name, { path, headers, least }] of Object.entries(targets)) {
    const answer = await request.get(`${origin}${path}`, { headers })
    const body = gzipSync(await answer.body())
    // The server that an edge runs on, with the same bytes to send and nothing in between.
    const constant = createServer(
      {
        cert: readFileSync(tlsEnvironment.TLS_CERT_FILE),
        key: readFileSync(tlsEnvironment.TLS_KEY_FILE),
      },
      (_, response) => response.end(body),
    ).listen(0, '127.0.0.1')
    await once(constant, 'listening')
    const { port } = constant.address() as AddressInfo
    const { ratio, our, their } = await compare(
      () => loadWithWrk(`${origin}${path}`, headers),
      () => loadWithWrk(`https://127.0.0.1:${port}/`, headers),
      3,
    )
    constant.close()
    report(name, {
      measured: `${ratio.toFixed(2)} × (${our.toFixed(0)} and ${their.toFixed(0)} in a second)`,
      limit: `≥ ${least} × a constant answer of ${body.length} bytes`,
      isMet: ratio >= least,
    })
  }
})
