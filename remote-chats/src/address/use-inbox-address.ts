import { useCallback, useMemo } from 'react'
import type { NavigateOptions } from 'react-router-dom'

import {
  readSessionFilter,
  writeSessionFilter,
  type SessionFilter,
} from '../chats/session-filter.ts'
import { useLatestParameters } from './use-latest-parameters.ts'

/** What the address says of the inbox: the list's filter, the open chat, and where in it. */
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
    /** The address of a chat, with the list as it is. */
    linkTo: (session: string, message?: string) =>
      `?${withParts(parameters, { session, message, details: undefined }).toString()}`,
    open: (session: string) => change({ session, message: undefined, details: undefined }),
    close: () => change({ session: undefined, message: undefined, details: undefined }),
    jumpTo: (message: string) => change({ message, details: undefined }, { replace: true }),
    landed: useCallback(() => change({ message: undefined }, { replace: true }), [change]),
    showDetails: (isShown: boolean) => change({ details: isShown ? 'open' : undefined }),
    narrow: (part: Partial<SessionFilter>) =>
      setParameters((current) => writeSessionFilter(current, part), { replace: true }),
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
