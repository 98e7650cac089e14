import { useCallback, useSyncExternalStore } from 'react'

const halfMinuteMs = 30_000

// One ticker for all components with the same interval: a list may have hundreds of times.
const tickers = new Map<number, ReturnType<typeof createTicker>>()

function createTicker(everyMs: number) {
  const listeners = new Set<() => void>()
  let stop: (() => void) | undefined

  function start(): () => void {
    let timer: ReturnType<typeof setTimeout>
    const notify = () => {
      clearTimeout(timer)
      timer = setTimeout(notify, everyMs - (readNow() % everyMs))
      for (const follow of listeners) follow()
    }
    timer = setTimeout(notify, everyMs - (readNow() % everyMs))
    const stopFollowing = onClockChange(notify)
    // Timers of a hidden page may stand still.
    document.addEventListener('visibilitychange', notify)
    return () => {
      clearTimeout(timer)
      stopFollowing()
      document.removeEventListener('visibilitychange', notify)
    }
  }

  return (follow: () => void): (() => void) => {
    listeners.add(follow)
    stop ??= start()
    return () => {
      listeners.delete(follow)
      if (listeners.size > 0) return
      stop?.()
      stop = undefined
    }
  }
}

/**
 * The current time in steps of half a minute, or of another interval; also correct on a page that
 * was left open overnight. All components get the same value.
 */
export function useNow(everyMs = halfMinuteMs): number {
  const subscribe = useCallback(
    (follow: () => void) => {
      const ticker = tickers.get(everyMs) ?? createTicker(everyMs)
      tickers.set(everyMs, ticker)
      return ticker(follow)
    },
    [everyMs],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(readNow() / everyMs) * everyMs)
}

const attribute = 'data-clock-offset'

/** The current time in milliseconds, by the clock of the server: this machine's may be wrong. */
export const readNow = (): number =>
  Date.now() + Number(document.documentElement.getAttribute(attribute) ?? 0)

/** Calls back when the clock offset changes; returns a function that unsubscribes. */
function onClockChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: [attribute] })
  return () => observer.disconnect()
}
