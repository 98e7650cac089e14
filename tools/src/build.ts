import { publishBuilds } from '@errand/delivery/registry'

import { buildAll } from './apps.ts'
import { printError, elapsed, messageOf, onStop, print } from './terminal.ts'

const stopping = new AbortController()
onStop({ stop: () => stopping.abort(), kill: () => process.exit(130) })

try {
  // For the start command, which need not keep the memory that all this takes.
  const isPublished = process.argv.includes('--publish')
  await buildAll(stopping.signal, async (distDirs) => {
    if (isPublished) await publishBuilds(process.env, distDirs)
    else print(`Built in ${elapsed()}.`)
  })
  process.exit(0)
} catch (error) {
  printError(messageOf(error))
  process.exit(1)
}
