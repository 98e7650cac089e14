import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { report } from './figures.ts'
import { load } from './processes.ts'

const marks = [100_000, 500_000, 1_000_000]
const burstSeconds = 2
/** What the heap of a process that keeps nothing may differ by from one moment to another. */
const noise = 8 * 1024 * 1024

/** Serves a million documents, and looks at what the process keeps on the way. */
export async function measureMemory(edge: ChildProcess, url: string): Promise<void> {
  const seen: { at: number; usage: NodeJS.MemoryUsage }[] = []
  let served = 0
  for (const mark of marks) {
    while (served < mark) served += (await load(edge, url, burstSeconds)).requests
    seen.push({ at: served, usage: await usageOf(edge) })
  }
  const [first, last] = [seen[0]?.usage, seen.at(-1)?.usage]
  const grown = (last?.heapUsed ?? 0) - (first?.heapUsed ?? 0)
  report({
    name: 'memory',
    measured: seen
      .map(({ at, usage }) => `${at}: heap ${mib(usage.heapUsed)}, rss ${mib(usage.rss)} MiB`)
      .join('; '),
    threshold: `heap + ≤ ${mib(noise)} MiB`,
    isMet: grown <= noise,
  })
}

async function usageOf(edge: ChildProcess): Promise<NodeJS.MemoryUsage> {
  edge.send('memory')
  const [usage] = (await once(edge, 'message')) as [NodeJS.MemoryUsage]
  return usage
}

const mib = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)
