import { setTimeout as delay } from 'node:timers/promises'

interface RepeatOptions {
  pauseMs: number
  /** The pause before the first time; otherwise the same. */
  firstPauseMs?: number
  /** Called for the first of several failures in a row: a database that is away fails all of them. */
  onError: (error: unknown) => void
}

/** Repeats work with pauses in between until it is stopped; that waits for what is under way. */
export function repeat(
  work: (signal: AbortSignal) => Promise<unknown>,
  { pauseMs, firstPauseMs = pauseMs, onError }: RepeatOptions,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => {})

  async function run(): Promise<void> {
    let hasFailed = false
    await pause(firstPauseMs)
    while (!signal.aborted) {
      try {
        await work(signal)
        hasFailed = false
      } catch (error) {
        if (!hasFailed && !signal.aborted) onError(error)
        hasFailed = true
      }
      await pause(pauseMs)
    }
  }

  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
