import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { freePort } from '@errand/database/testing'

import { createEvaluator } from '../rollouts/evaluator.ts'
import { measureDecision } from './decision.ts'
import { measureManyRemotes } from './many-remotes.ts'
import { measureMemory } from './memory.ts'
import { startNginx, startScript } from './processes.ts'
import { measurePropagation } from './propagation.ts'
import { publishBuilds } from './publish-builds.ts'
import { compare } from './throughput.ts'

const dir = mkdtempSync(join(tmpdir(), 'errand-bench-'))
const releasesDir = join(dir, 'releases')
const documentFile = join(dir, 'rollouts.json')
const rollouts = publishBuilds(releasesDir, { remotes: 3, rolledOut: 1 })
writeFileSync(documentFile, JSON.stringify(rollouts))

const [edgePort, constantPort, nginxPort] = [await freePort(), await freePort(), await freePort()]
const at = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`
const constantGzipPort = await freePort()
const html = ['Accept: text/html']
const edge = await startScript('edge-process.ts', [String(edgePort), releasesDir, documentFile])
const constant = await startConstant(constantPort)
const constantGzip = await startConstant(constantGzipPort, gzipSync)
const nginx = await startNginx(releasesDir, nginxPort, dir)

try {
  measureDecision()
  await measureThroughput()
  await measurePropagation()
  await measureManyRemotes()
  if (process.argv.includes('--memory')) await measureMemory()
} finally {
  for (const child of [edge, constant, constantGzip, nginx]) child.kill()
  await once(nginx, 'exit')
  rmSync(dir, { recursive: true })
}

async function measureThroughput(): Promise<void> {
  const ours = { server: edge, url: at(edgePort, '/jobs') }
  const theirs = { server: constant, url: at(constantPort, '/jobs') }
  await compare({ name: 'documents', ours, theirs, of: 'constant page', headers: html })
  const gzip = { server: constantGzip, url: at(constantGzipPort, '/jobs') }
  const headers = [...html, 'Accept-Encoding: gzip']
  await compare({ name: 'compressed', ours, theirs: gzip, of: 'constant page', headers })
  const version = createEvaluator(rollouts).decide('remote-jobs', '')?.version
  const file = `/r/remote-jobs/${version}/remoteEntry.js`
  await compare({
    name: 'files',
    ours: { server: edge, url: at(edgePort, file) },
    theirs: { server: nginx, url: at(nginxPort, file) },
    of: 'nginx',
    headers: ['Accept-Encoding: gzip'],
  })
}

/** One of the edge's own documents, headers and all, as a constant. */
async function startConstant(port: number, encode?: (html: Buffer) => Buffer) {
  const answer = await fetch(at(edgePort, '/jobs'), {
    headers: {
      accept: 'text/html',
      'accept-encoding': 'identity',
      cookie: 'errand_visitor=AAAAAAAAAAAAAAAAAAAAAA; errand_signed_in=1',
    },
  })
  const ofConnection = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  const headers = [...answer.headers].filter(([name]) => !ofConnection.has(name))
  if (encode !== undefined) headers.push(['content-encoding', 'gzip'])
  const file = join(dir, `page-${port}.html`)
  const plain = Buffer.from(await answer.arrayBuffer())
  const page = encode?.(plain) ?? plain
  headers.push(['content-length', String(page.length)])
  writeFileSync(file, page)
  const headersJson = JSON.stringify(Object.fromEntries(headers))
  return startScript('constant-process.ts', [String(port), file, headersJson])
}
