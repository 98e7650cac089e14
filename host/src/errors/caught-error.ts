import { isCodeAtFault } from './remote-load-error.ts'

const kept = new WeakSet<object>()

/** Keeps `reportCaughtError` from reporting an error whose boundary reports more itself. */
export function keepCaughtError(error: unknown): void {
  if (error instanceof Error) kept.add(error)
}

/**
 * Reports to the edge's boot script an error that a boundary of the host or of a remote caught:
 * what is shown in its place looks like a page.
 */
export function reportCaughtError(error: unknown): void {
  // oxlint-disable-next-line no-console -- as React does by itself
  console.error(error)
  if (!(error instanceof Error) || kept.has(error) || !isCodeAtFault(error)) return
  window.dispatchEvent(new CustomEvent('errand:caught', { detail: error }))
}
