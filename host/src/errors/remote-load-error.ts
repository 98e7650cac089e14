import { isApiError } from '@errand/shared-auth'
import { isRouteErrorResponse } from 'react-router-dom'

import type { LocalizedLabel } from '../release/localized-label.ts'

/** The details of a load error. */
interface Failure {
  /** What could not be loaded, by the name that people know. */
  subject: LocalizedLabel
  /** The releases that were tried, as `app@version`. */
  releases: string[]
  /** Whether only a reload helps: the files are gone, or too many were loaded. */
  needsReload?: boolean
  /** Whether this browser has tried it so often that it no longer retries by itself. */
  isGivenUp?: boolean
  cause?: unknown
}

/** Code that could not be loaded, or that does not expose what it should. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.releases.join(' '), failure)
    this.failure = failure
  }
}

/** Whether an error is a `RemoteLoadError`. */
export const isRemoteLoadError = (error: unknown): error is RemoteLoadError =>
  error instanceof RemoteLoadError

/**
 * Whether another release may help. Not for a failed api call, which any release would make, nor
 * for a load error, for which others were tried already.
 */
export const isCodeAtFault = (error: unknown): boolean =>
  !isRouteErrorResponse(error) && !isApiError(error) && !isRemoteLoadError(error)
