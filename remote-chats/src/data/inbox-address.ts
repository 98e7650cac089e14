import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom'

import {
  emptyFilter,
  readSessionFilter,
  writeFilter,
  type SessionFilter,
} from './session-filter.ts'

type ParametersChange = (parameters: URLSearchParams) => URLSearchParams

/**
 * The address that the router is navigating to, once its guards and loaders are done. `from` is the
 * key of the current history entry: a link may lead to the same address before that.
 */
let pendingNavigation: { from: string; to: URLSearchParams } | undefined

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // The page was left: pending changes are void.
    if (listeners.size === 0) pendingNavigation = undefined
  }
}

/**
 * The parameters of the address and a function to change them. A change is visible at once,
 * although the router applies it in a transition. The router's own setter starts from the address
 * that is shown: of two quick changes it would lose the first.
 */
function useLatestParameters() {
  const { key } = useLocation()
  const [parameters, setParameters] = useSearchParams()
  const latest = useSyncExternalStore(subscribe, () => pendingFrom(key)) ?? parameters
  useEffect(() => {
    // The navigation has finished, or went elsewhere.
    if (pendingNavigation?.from !== key) pendingNavigation = undefined
  }, [key])
  const change = useCallback(
    (next: ParametersChange, options?: NavigateOptions) => {
      const to = next(pendingFrom(key) ?? parameters)
      pendingNavigation = { from: key, to }
      for (const notify of listeners) notify()
      setParameters(to, options)
    },
    [key, parameters, setParameters],
  )
  return [latest, change] as const
}

const pendingFrom = (key: string): URLSearchParams | undefined =>
  pendingNavigation?.from === key ? pendingNavigation.to : undefined

/** The inbox's state in the address: filter, open session, and position in it. */
export function useInboxAddress() {
  const [parameters, setParameters] = useLatestParameters()
  const filter = useMemo(() => readSessionFilter(parameters), [parameters])
  const change = useCallback(
    (part: Record<string, string | undefined>, options?: NavigateOptions) =>
      setParameters((current) => withParts(current, part), options),
    [setParameters],
  )
  return {
    filter,
    sessionId: parameters.get('session') ?? undefined,
    messageId: parameters.get('message') ?? undefined,
    isDetailsOpen: parameters.get('details') === 'open',
    /** The address of a session, with the current list. */
    linkTo: (session: string, message?: string) =>
      `?${withParts(parameters, { session, message, details: undefined }).toString()}`,
    open: (session: string, message?: string) => change({ session, message, details: undefined }),
    close: () => change({ session: undefined, message: undefined, details: undefined }),
    jumpTo: (message: string) => change({ message, details: undefined }, { replace: true }),
    landed: useCallback(() => change({ message: undefined }, { replace: true }), [change]),
    showDetails: (isShown: boolean) => change({ details: isShown ? 'open' : undefined }),
    narrow: (part: Partial<SessionFilter>) =>
      setParameters((current) => writeFilter(current, part, emptyFilter), { replace: true }),
  }
}

function withParts(
  parameters: URLSearchParams,
  parts: Record<string, string | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) next.delete(name)
    else next.set(name, value)
  }
  return next
}
