import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'

import { test } from 'playwright/test'

import { origin, tlsEnvironment } from '../e2e/support/product.ts'
import { readBuild } from '../e2e/support/releases.ts'
import { compare, report } from './figures.ts'

const cookie = 'errand_visitor=AAAAAAAAAAAAAAAAAAAAAA; errand_signed_in=1'
const seconds = 3

/** 32 connections of wrk: what a client in this process can ask is less than a server can answer. */
async function load(url: string, headers: Record<string, string>): Promise<number> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const args = ['-t1', '-c32', `-d${seconds}s`, ...named, url]
  const { stdout } = await promisify(execFile)('wrk', args).catch((error) => {
    if (error.code !== 'ENOENT') throw error
    throw new Error('wrk, which asks the edge, is not installed: "apt-get install wrk".')
  })
  if (stdout.includes('Non-2xx')) throw new Error(`${url} answered with errors:\n${stdout}`)
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
}

test('a document and a file of the edge', async ({ request }) => {
  const { version } = readBuild('remote-jobs')
  const browser = { cookie, 'accept-encoding': 'gzip' }
  const targets = {
    // Each is written and compressed anew.
    document: { path: '/jobs', headers: { ...browser, accept: 'text/html' }, least: 0.05 },
    file: { path: `/r/remote-jobs/${version}/remoteEntry.js`, headers: browser, least: 0.25 },
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
      () => load(`${origin}${path}`, headers),
      () => load(`https://127.0.0.1:${port}/`, headers),
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
