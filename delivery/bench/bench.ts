import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { freePort } from '@errand/database/testing'

import { readRelease } from '../releases/read-release.ts'
import { createRollouts } from '../testing/rollouts-fixture.ts'
import { measureDecision } from './decision.ts'
import { load, startNginx, startScript } from './processes.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = 3
const root = join(import.meta.dirname, '..', '..')
const dir = mkdtempSync(join(tmpdir(), 'errand-bench-'))
const releasesDir = join(dir, 'releases')
const browser = [
  'Accept: text/html',
  'Cookie: errand_visitor=AAAAAAAAAAAAAAAAAAAAAA; errand_signed_in=1',
]

const evaluator = publishBuilds()
const [edgePort, constantPort, nginxPort] = [await freePort(), await freePort(), await freePort()]
const edge = await startScript('edge-process.ts', [
  String(edgePort),
  releasesDir,
  JSON.stringify(evaluator.document),
])
const pageUrl = `http://127.0.0.1:${edgePort}/jobs`
const page = await (await fetch(pageUrl, { headers: { accept: 'text/html' } })).text()
writeFileSync(join(dir, 'page.html'), page)
const constant = await startScript('constant-process.ts', [
  String(constantPort),
  join(dir, 'page.html'),
])
const nginx = await startNginx(releasesDir, nginxPort, dir)
const file = `/r/remote-jobs/${evaluator.decide('remote-jobs', '')?.version}/remoteEntry.js`

try {
  report('decision', `${measureDecision().toFixed(1)} µs for host and three remotes`)
  await compare('document', pageUrl, `http://127.0.0.1:${constantPort}/jobs`, browser)
  const gzip = ['Accept-Encoding: gzip']
  const nginxUrl = `http://127.0.0.1:${nginxPort}${file}`
  await compare('file', `http://127.0.0.1:${edgePort}${file}`, nginxUrl, gzip)
  if (process.argv.includes('--memory')) await measureMemory()
} finally {
  for (const child of [edge, constant, nginx]) child.kill()
  await once(nginx, 'exit')
  rmSync(dir, { recursive: true })
}

/** The builds that lie in the apps' dist, published as the registry does. */
function publishBuilds() {
  const rollouts = createRollouts(releasesDir)
  for (const app of ['host', 'remote-jobs', 'remote-chats', 'remote-billing']) {
    const dist = join(root, app, 'dist')
    const release = readRelease(dist)
    if (release === undefined) throw new Error('Build the apps first: npm run build')
    rollouts.publish(dist)
    const published = join(releasesDir, app, release.version)
    for (const name of readdirSync(published, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue
      const bytes = readFileSync(join(published, name))
      writeFileSync(join(published, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(published, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  }
  const current = rollouts.source.evaluator()
  if (current === undefined) throw new Error('Nothing was published')
  return current
}

/** Both in turn, several times: whatever else the machine does meets both. */
async function compare(name: string, ours: string, theirs: string, headers: string[]) {
  const ratios: number[] = []
  const rates: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const our = await load(ours, seconds, headers)
    const their = await load(theirs, seconds, headers)
    ratios.push(our / their)
    rates.push(`${Math.round(our)}/${Math.round(their)}`)
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
  report(name, `${median.toFixed(2)} of the other (requests/s ${rates.join(', ')})`)
}

async function measureMemory(): Promise<void> {
  const rate = await load(pageUrl, 20, browser)
  const before = await memory()
  await load(pageUrl, Math.ceil(1_000_000 / rate), browser)
  const after = await memory()
  report('memory', `${before} MiB warm, ${after} MiB after a million documents more`)
}

async function memory(): Promise<number> {
  edge.send('memory')
  const [bytes] = (await once(edge, 'message')) as [number]
  return Math.round(bytes / 1024 / 1024)
}

function report(name: string, text: string): void {
  process.stdout.write(`${name.padEnd(10)} ${text}\n`)
}
