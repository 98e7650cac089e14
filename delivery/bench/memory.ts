import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { releaseSetSchema } from '@errand/contract/release'
import { freePort } from '@errand/database/testing'

import { report } from './figures.ts'
import { load, startScript } from './processes.ts'
import { publishBuilds } from './publish-builds.ts'

const marks = [100_000, 500_000, 1_000_000]
const burstSeconds = 2
const rolledOut = 6
const remotes = 9
/** What a process that keeps nothing may differ by from one moment to another. */
const noise = 8 * 1024 * 1024
/** With all that is kept on purpose: templates of documents, pages, files. */
const mostResident = 512 * 1024 * 1024

/** Serves a million documents of all places and sets, and looks at what the process keeps on the way. */
export async function measureMemory(): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'errand-bench-memory-'))
  const documentFile = join(dir, 'rollouts.json')
  const releasesDir = join(dir, 'releases')
  writeFileSync(documentFile, JSON.stringify(publishBuilds(releasesDir, { remotes, rolledOut })))
  const port = await freePort()
  const edge = await startScript('edge-process.ts', [String(port), releasesDir, documentFile])
  try {
    const url = `http://127.0.0.1:${port}`
    judge(await watch(edge, url, await placesOf(url)))
  } finally {
    edge.kill()
    rmSync(dir, { recursive: true })
  }
}

interface Seen {
  at: number
  usage: NodeJS.MemoryUsage
}

async function watch(edge: ChildProcess, url: string, paths: string[]): Promise<Seen[]> {
  const seen: Seen[] = []
  const headers = ['Accept: text/html', 'Accept-Encoding: gzip']
  let served = 0
  for (const mark of marks) {
    while (served < mark)
      served += (await load(edge, url, { seconds: burstSeconds, headers, paths })).requests
    seen.push({ at: served, usage: await usageOf(edge) })
  }
  return seen
}

function judge(seen: Seen[]): void {
  const kept = seen.map(({ usage }) => usage.heapUsed + usage.external)
  const grown = (kept.at(-1) ?? 0) - (kept[0] ?? 0)
  const resident = Math.max(...seen.map(({ usage }) => usage.rss))
  report({
    name: 'memory',
    measured: seen.map(sentence).join('; '),
    threshold: `+ ≤ ${mib(noise)}, rss ≤ ${mib(mostResident)} MiB`,
    isMet: grown <= noise && resident <= mostResident,
  })
}

const sentence = ({ at, usage }: Seen): string =>
  `${at}: heap ${mib(usage.heapUsed)}, external ${mib(usage.external)}, rss ${mib(usage.rss)} MiB`

/** Every page of every remote. */
async function placesOf(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/release-set`)
  const set = releaseSetSchema.parse(await answer.json())
  return set.remotes.flatMap(({ mount, pages }) =>
    pages.map(({ path }) => `${mount}/${path.replaceAll(/:\w+/g, 'some')}`),
  )
}

async function usageOf(edge: ChildProcess): Promise<NodeJS.MemoryUsage> {
  edge.send('memory')
  const [usage] = (await once(edge, 'message')) as [NodeJS.MemoryUsage]
  return usage
}

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
