import type { RemoteRelease } from '@errand/contract/release'

import { releaseName, releaseNames, releasesOf, type Release } from './release.ts'
import { isUnfit, streakOf } from './streaks.ts'

/** Starts in a row without success after which a remote is not tried again by itself. */
const mostStarts = 6

/**
 * The releases that this browser's own experience lets it try, best first; it needs no server for
 * that. A release is left after three starts without success, and the whole remote after six.
 * Between them the only release there is goes on being tried.
 */
export function fitReleases(remote: RemoteRelease): Release[] {
  if (isGivenUp(remote)) return []
  const releases = releasesOf(remote)
  const fit = releases.filter((release) => !isUnfit(releaseName(remote, release)))
  return fit.length === 0 ? releases : fit
}

/** Whether a remote did not come up six times in this browser, whichever of its releases. */
export const isGivenUp = (remote: RemoteRelease): boolean =>
  // A preview is asked for on purpose, whatever happened before.
  !remote.isPreview &&
  releaseNames(remote).reduce((sum, name) => sum + streakOf(name), 0) >= mostStarts
