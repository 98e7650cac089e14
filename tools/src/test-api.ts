import { elapsed, say } from './terminal/report.ts'
import { onStop } from './terminal/stop-signals.ts'
import { countsLine } from './test-run/counts.ts'
import { runEngines } from './test-run/engines.ts'
import { useTemporaryFolder } from './test-run/temporary-folder.ts'
import { TestRun } from './test-run/test-run.ts'

// `pnpm test:api [part of a path]`: the api's part of `npm test`, on both database engines.
const interruptedCode = 130
onStop({ stop: () => process.exit(interruptedCode), kill: () => process.exit(interruptedCode) })

useTemporaryFolder()

const run = new TestRun()
await run.step('api', () => runEngines('api', ['@errand/api (*'], process.argv.slice(2)))

say(`\n${run.summary()}\n\nTested in ${elapsed()}.\n${countsLine(run.counts)}`)
process.exit(run.counts.failed > 0 ? 1 : 0)
