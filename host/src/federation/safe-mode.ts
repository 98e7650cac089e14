import type { RemoteRelease } from '@errand/contract/release'

import { releaseName, releasesOf, type Release } from './release.ts'
import { isUnfit, streakOf } from './streaks.ts'

/** Starts in a row without success after which a remote is not tried again by itself. */
const mostStarts = 6

/** What this browser's own experience says of a remote's releases; it needs no server for that. */
interface SafeMode {
  /** The releases that are worth a try, best first; none when the remote is given up. */
  fit: Release[]
  /** Those that another one stands in for. */
  unfit: Release[]
}

/**
 * Leaves a release after three starts without success, and the whole remote after six. Between them
 * the only release there is goes on being tried.
 */
export function safeModeOf(remote: RemoteRelease): SafeMode {
  if (isGivenUp(remote)) return { fit: [], unfit: [] }
  const releases = releasesOf(remote)
  const unfit = releases.filter((release) => isUnfit(releaseName(remote, release)))
  if (unfit.length === releases.length) return { fit: releases, unfit: [] }
  return { fit: releases.filter((release) => !unfit.includes(release)), unfit }
}

/** Whether a remote did not come up six times in this browser, whichever of its releases. */
export const isGivenUp = (remote: RemoteRelease): boolean =>
  // A preview is asked for on purpose, whatever happened before.
  !remote.isPreview &&
  releasesOf(remote).reduce((sum, release) => sum + streakOf(releaseName(remote, release)), 0) >=
    mostStarts
