import { say } from './terminal/report.ts'
import { runCommand } from './test-run/run-command.ts'
import { runTests } from './test-run/run-tests.ts'
import { readSelection } from './test-run/selection.ts'

// `npm run test:long -- [part of a path …]`: the long forms of what `npm test` shows in short.
await runCommand(async () => {
  const run = await runTests({ ...readSelection(process.argv.slice(2)), isLong: true })
  say(`\n${run.summary()}`)
  return run.counts
})
