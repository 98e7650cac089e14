import { say } from '../terminal/report.ts'
import { listGates } from './gates.ts'
import { progressEnvironment } from './progress.ts'
import { isPartial, type Selection } from './selection.ts'
import { runBuild, runGate } from './steps.ts'
import { readSuiteTimes, writeSuiteTimes } from './suite-times.ts'
import { suitesOf, type Suite } from './suites.ts'
import { TestRun } from './test-run.ts'

/** Runs what is selected: the gates, then suite by suite. */
export async function runTests(selection: Selection): Promise<TestRun> {
  const run = new TestRun()
  if (!selection.isLong && selection.parts.length === 0) await runGates(run)
  const suites = suitesOf(selection)
  if (selection.parts.length > 0 && suites.length === 0) {
    throw new Error(`No test file has ${selection.parts.join(' or ')} in its path.`)
  }
  for (const [index, suite] of suites.entries()) {
    if (suite.name === 'e2e') await run.step('build', runBuild)
    const env = progressOf(suite, suites.slice(index + 1))
    await run.step(suite.name, () => suite.run(selection, env))
  }
  const isUsual = !isPartial(selection) && !selection.isLong && selection.traces === undefined
  if (isUsual && run.counts.failed === 0) {
    writeSuiteTimes(run.times)
  }
  return run
}

/** Runs all gates at once. */
export async function runGates(run: TestRun): Promise<void> {
  say('▸ check')
  await Promise.all(
    Object.entries(listGates()).map(([name, gate]) =>
      run.silentStep(name, () => runGate(name, gate)),
    ),
  )
}

function progressOf(suite: Suite, later: Suite[]): Record<string, string> {
  const times = readSuiteTimes()
  const secondsOf = ({ name, usualSeconds }: Suite) => times[name] ?? usualSeconds
  return progressEnvironment({
    name: suite.name,
    expectedSeconds: secondsOf(suite),
    laterSeconds: later.reduce((total, one) => total + secondsOf(one), 0),
  })
}
