import type { ChildProcess } from 'node:child_process'

import { quantile, report } from './figures.ts'
import { load } from './processes.ts'

const least = 0.5

export interface Target {
  server: ChildProcess
  url: string
}

/** Requests for each second of a core of the server's process, ours against another; in turns. */
export async function compare(
  { ours, theirs }: { ours: Target; theirs: Target },
  { name, of, seconds, script }: { name: string; of: string; seconds: number; script: string },
): Promise<void> {
  const measured: { ratio: number; shown: string }[] = []
  for (let round = -1; round < 3; round += 1) {
    const [our, their] = [
      await load(ours.server, ours.url, { seconds, script }),
      await load(theirs.server, theirs.url, { seconds, script }),
    ]
    if (round < 0) continue
    const [ourRate, theirRate] = [our.requests / our.cpuSeconds, their.requests / their.cpuSeconds]
    const clock = our.requests / seconds / (their.requests / seconds)
    measured.push({
      ratio: ourRate / theirRate,
      shown: `${Math.round(ourRate)}/${Math.round(theirRate)}, by the clock ${clock.toFixed(2)}`,
    })
  }
  const ratio = quantile(
    measured.map((one) => one.ratio),
    0.5,
  )
  report({
    name,
    threshold: `≥ ${least} × ${of}`,
    measured: `${ratio.toFixed(2)} × (per second of a core: ${measured.map(({ shown }) => shown).join('; ')})`,
    isMet: ratio >= least,
  })
}
