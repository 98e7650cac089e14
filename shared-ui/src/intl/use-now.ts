import { useCallback, useSyncExternalStore } from 'react'

const halfMinuteMs = 30_000

// One ticker for all of a page that look as often: a list has hundreds of times.
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
    // The clock of a page that nobody looks at may stand still.
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
 * The time to the last half minute, or to the last of other steps, kept up to date; also on a page
 * that was left over night. All pages say the same at the same moment.
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

/** Now, in milliseconds, by the clock that the whole page agrees on: this machine's may be wrong. */
export const readNow = (): number =>
  Date.now() + Number(document.documentElement.getAttribute(attribute) ?? 0)

/** Calls back when the page has learned another time; the answer ends the subscription. */
function onClockChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: [attribute] })
  return () => observer.disconnect()
}
