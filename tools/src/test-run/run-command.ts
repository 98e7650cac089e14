import { onStop } from '../terminal/stop-signals.ts'
import { complain, messageOf, say } from '../terminal/report.ts'
import { countsLine, oneFailed, type Counts } from './counts.ts'
import { useTemporaryFolder } from './temporary-folder.ts'

const interruptedCode = 130

/** Runs a test command to its end: its last line has the counts, its exit code the verdict. */
export async function runCommand(work: () => Promise<Counts>): Promise<never> {
  onStop({ stop: () => process.exit(interruptedCode), kill: () => process.exit(interruptedCode) })
  useTemporaryFolder()
  try {
    const counts = await work()
    say(countsLine(counts))
    process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
  } catch (error) {
    complain(messageOf(error))
    say(countsLine(oneFailed(messageOf(error))))
    process.exit(1)
  }
}
