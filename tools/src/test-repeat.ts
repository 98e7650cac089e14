import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { root } from './root.ts'
import { elapsed, say } from './terminal/report.ts'
import { startBusyLoops } from './test-run/busy-loops.ts'
import { addCounts } from './test-run/counts.ts'
import { describeDiffering, type Round } from './test-run/differing.ts'
import { runCommand } from './test-run/run-command.ts'
import { runTests } from './test-run/run-tests.ts'

const usage = 'Usage: npm run test:repeat -- <rounds> [--busy <loops>] [part of a path …]'

// The suite or a part of it, again and again beside busy loops: which tests do not always end alike.
await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { busy: { type: 'string', default: '4' } },
  })
  const [rounds, ...parts] = positionals
  const [count, busy] = [Number(rounds), Number(values.busy)]
  if (!Number.isInteger(count) || count < 1 || !Number.isInteger(busy)) throw new Error(usage)
  const loops = startBusyLoops(busy)
  process.once('exit', loops.stop)
  const done: Round[] = []
  for (let number = 1; number <= count; number += 1) {
    say(`\n━ round ${number} of ${count}`)
    const since = performance.now()
    const traces = join(root, 'test-results', 'repeat', `round-${number}`)
    const run = await runTests({ parts, isLong: false, traces })
    say(run.summary())
    done.push({ time: elapsed(since), counts: run.counts })
  }
  say(`\n${describeRounds(done)}\n`)
  const differing = describeDiffering(done)
  say(differing.length > 0 ? differing.join('\n') : 'Every test ended alike in all rounds.')
  return addCounts(done.map(({ counts }) => counts))
})

function describeRounds(rounds: Round[]): string {
  const lines = rounds.map(
    ({ time, counts: { passed, failed } }, index) =>
      `round ${index + 1}: ${time}, ${passed} passed, ${failed} failed`,
  )
  return lines.join('\n')
}
