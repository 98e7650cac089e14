import type { ChildProcess } from 'node:child_process'

import { median, report } from './figures.ts'
import { load, type Load } from './processes.ts'

const seconds = Number(process.env['BENCH_SECONDS'] ?? 5)
const rounds = 5
/** Until their code is compiled. */
const warmups = 2
const least = 0.5

interface Target {
  server: ChildProcess
  url: string
}

interface Comparison {
  name: string
  ours: Target
  theirs: Target
  /** What theirs is. */
  of: string
  headers: string[]
}

/** Both in turn, several times: whatever else the machine does meets both. */
export async function compare({ name, ours, theirs, of, headers }: Comparison): Promise<void> {
  const measured: { our: number; their: number }[] = []
  for (let round = -warmups; round < rounds; round += 1) {
    const our = perCore(await load(ours.server, ours.url, { seconds, headers }))
    const their = perCore(await load(theirs.server, theirs.url, { seconds, headers }))
    if (round >= 0) measured.push({ our, their })
  }
  const ratio = median(measured.map(({ our, their }) => our / their))
  const rates = measured.map(({ our, their }) => `${Math.round(our)}/${Math.round(their)}`)
  report({
    name,
    measured: `${ratio.toFixed(2)} × (per second of a core: ${rates.join(', ')})`,
    threshold: `≥ ${least} × ${of}`,
    isMet: ratio >= least,
  })
}

const perCore = ({ requests, cpuSeconds }: Load): number => requests / cpuSeconds
