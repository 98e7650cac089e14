import { say } from './terminal/report.ts'
import { runCommand } from './test-run/run-command.ts'
import { runTests } from './test-run/run-tests.ts'
import { readSelection } from './test-run/selection.ts'

// `npm test -- [--changed] [--since <commit>] [part of a path …]`
await runCommand(async () => {
  const run = await runTests(readSelection(process.argv.slice(2)))
  say(`\n${run.summary()}`)
  return run.counts
})
