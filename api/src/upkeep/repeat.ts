import { setTimeout as delay } from 'node:timers/promises'

import type { Logger } from 'pino'

/** Work that is done again and again beside the requests. */
export interface Repeated {
  /** Resolves after the first round, however it went. */
  firstRound: Promise<void>
  /** Ends after the round that is running. */
  stop: () => Promise<void>
}

/** Does the work, then again some time after each round; a failed round is logged and the next one tries again. */
export function repeat(options: {
  name: string
  everyMs: number
  work: () => Promise<void>
  log: Logger
}): Repeated {
  const { name, everyMs, work, log } = options
  const stopping = new AbortController()
  const firstRound = Promise.withResolvers<void>()
  const ended = run()
  return {
    firstRound: firstRound.promise,
    stop: async () => {
      stopping.abort()
      await ended
    },
  }

  async function run(): Promise<void> {
    let hasFailed = false
    while (!stopping.signal.aborted) {
      try {
        await work()
        hasFailed = false
      } catch (err) {
        // Once for a row of failures: the same line every other second says nothing new.
        if (!hasFailed) log.warn({ err }, `${name} failed`)
        hasFailed = true
      }
      firstRound.resolve()
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }
}
