import { releaseSetElementId } from '@errand/contract/release'
import { isApiError } from '@errand/shared-auth'
import { readNow } from '@errand/shared-ui'

/** What an operator needs to find the cause: no query, no names, nothing a person typed. */
export function errorDetails(error: unknown): string {
  const set = document.getElementById(releaseSetElementId)?.textContent ?? ''
  const lines = {
    time: new Date(readNow()).toISOString(),
    path: window.location.pathname,
    releaseSet: /"id":"(\w+)"/.exec(set)?.[1] ?? 'unknown',
    error: error instanceof Error ? `${error.name}: ${error.message}` : typeof error,
    trace: isApiError(error) ? (error.problem?.traceId ?? 'none') : 'none',
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
