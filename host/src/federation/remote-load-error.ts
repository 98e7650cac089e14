import type { Spoken } from '../shell/spoken.ts'

/** What a load error has to say. */
interface Failure {
  /** What could not be loaded, as people know it. */
  subject: Spoken
  /** The releases that were tried, as `app@version`. */
  releases: string[]
  /** Whether the files are no longer there, or too many were loaded: only a reload helps. */
  needsReload?: boolean
  /** Whether this browser has tried it so often that it no longer does so by itself. */
  isGivenUp?: boolean
  cause?: unknown
}

/** Code that could not be loaded, or is not what it should be. */
export class RemoteLoadError extends Error {
  override readonly name = 'RemoteLoadError'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.releases.join(' '), failure)
    this.failure = failure
  }
}

/** Whether something threw a `RemoteLoadError`. */
export const isRemoteLoadError = (error: unknown): error is RemoteLoadError =>
  error instanceof RemoteLoadError
