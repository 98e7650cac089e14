import { elapsed, say } from './terminal/report.ts'
import { onStop } from './terminal/stop-signals.ts'
import { ensureChromium } from './test-run/chromium.ts'
import { countsLine } from './test-run/counts.ts'
import { runEngines } from './test-run/engines.ts'
import { listGates } from './test-run/gates.ts'
import { runBrowser, runBuild, runGate, runVitest } from './test-run/steps.ts'
import { useTemporaryFolder } from './test-run/temporary-folder.ts'
import { TestRun } from './test-run/test-run.ts'

const interruptedCode = 130
onStop({ stop: () => process.exit(interruptedCode), kill: () => process.exit(interruptedCode) })

useTemporaryFolder()

/** The projects that run once on each database engine: those of the api and of the registry. */
const engineProjects = ['*(pglite)*', '*(postgres)*']

const run = new TestRun()

say('▸ check')
await Promise.all(
  Object.entries(listGates()).map(([name, gate]) =>
    run.silentStep(name, () => runGate(name, gate)),
  ),
)
await run.step('unit', () =>
  runVitest(
    'unit',
    engineProjects.map((project) => `!${project}`),
  ),
)
await run.step('engines', () => runEngines('engines', engineProjects))
await run.step('build', runBuild)
await run.step('e2e', async () => runBrowser(await ensureChromium()))

say(`\n${run.summary()}\n\nTested in ${elapsed()}.\n${countsLine(run.counts)}`)
process.exit(run.counts.failed > 0 ? 1 : 0)
