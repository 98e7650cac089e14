import { say } from './terminal/report.ts'
import { runCommand } from './test-run/run-command.ts'
import { runGates } from './test-run/run-tests.ts'
import { TestRun } from './test-run/test-run.ts'

// `pnpm check`: every gate at once.
await runCommand(async () => {
  const run = new TestRun()
  await runGates(run)
  say(run.summary())
  return run.counts
})
