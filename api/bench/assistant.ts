import { startTestServer } from '@errand/database/testing'

import { measureBurst } from './burst.ts'
import { measureLoop } from './loop-latency.ts'
import { measureTaking } from './webhook-taking.ts'

/**
 * What the assistant does with what contacts write, and whether it is as it has to be. `--small` is
 * a quick look with a tenth of the burst; the name of a part, such as `loop`, measures that alone.
 */
const contacts = process.argv.includes('--small') ? 200 : 2000
const parts = new Set(process.argv.slice(2).filter((word) => !word.startsWith('--')))
const isWanted = (part: string) => parts.size === 0 || parts.has(part)

if (isWanted('taking')) await onPostgres(measureTaking)
if (isWanted('burst')) await onPostgres((url) => measureBurst(url, contacts))
if (isWanted('loop')) await onPostgres(measureLoop)

/** Each on a server of its own: what one leaves behind the next would have to tidy up. */
async function onPostgres(measure: (databaseUrl: string) => Promise<void>): Promise<void> {
  const postgres = await startTestServer()
  try {
    await measure(postgres.url('errand'))
  } finally {
    await postgres.stop()
  }
}
