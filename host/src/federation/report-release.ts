import { releaseStatusEvent, type ReleaseStatus } from '@errand/contract/release'

/** How a release failed. */
export type FailureKind = NonNullable<ReleaseStatus['kind']>

/** Tells the edge, by its boot script, how the release does that this page was given of an app. */
export function reportRelease(
  { app }: Pick<ReleaseStatus, 'app'>,
  status: ReleaseStatus['status'],
  how: Omit<ReleaseStatus, 'app' | 'status'> = {},
): void {
  const detail: ReleaseStatus = { app, status, ...how }
  window.dispatchEvent(new CustomEvent(releaseStatusEvent, { detail }))
}
