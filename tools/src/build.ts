import { buildAll } from './apps/build-all.ts'
import { complain, elapsed, messageOf, say } from './terminal/report.ts'
import { onStop } from './terminal/stop-signals.ts'

const stopping = new AbortController()
onStop({ stop: () => stopping.abort(), kill: () => process.exit(130) })

try {
  await buildAll(stopping.signal)
  say(`Built in ${elapsed()}.`)
  process.exit(0)
} catch (error) {
  complain(messageOf(error))
  process.exit(1)
}
