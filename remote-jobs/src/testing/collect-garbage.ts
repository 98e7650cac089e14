import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects memory now; without the command-line flag, as Vitest starts the workers. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
