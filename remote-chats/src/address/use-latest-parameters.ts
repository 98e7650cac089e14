import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom'

type Change = (parameters: URLSearchParams) => URLSearchParams

/** Where the address is about to go; the router gets there once its guards and loaders are done. */
let asked: { from: string; to: URLSearchParams } | undefined

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The page is left, and nothing that was asked for on it comes about any more.
    if (listeners.size === 0) asked = undefined
  }
}

/**
 * The address's parameters and how to change them. What is asked for is shown at once: the router
 * draws it as a transition, behind whatever else there is to do. Its own setter begins from what it
 * shows: of two changes within a moment it would lose the first.
 */
export function useLatestParameters() {
  const { pathname } = useLocation()
  const [parameters, setParameters] = useSearchParams()
  const shown = `${pathname}?${parameters.toString()}`
  const latest = useSyncExternalStore(subscribe, () => askedFrom(shown)) ?? parameters
  useEffect(() => {
    // It has come about, or the router has gone elsewhere instead.
    if (asked?.from !== shown) asked = undefined
  }, [shown])
  const change = useCallback(
    (next: Change, options?: NavigateOptions) => {
      const to = next(askedFrom(shown) ?? new URLSearchParams(shown.split('?')[1]))
      asked = { from: shown, to }
      for (const tell of listeners) tell()
      setParameters(to, options)
    },
    [shown, setParameters],
  )
  return [latest, change] as const
}

const askedFrom = (shown: string): URLSearchParams | undefined =>
  asked?.from === shown ? asked.to : undefined
