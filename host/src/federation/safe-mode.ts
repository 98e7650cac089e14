import type { RemoteRelease } from '@errand/contract/release'

import { releaseName, releasesOf, type Release } from './release.ts'
import { streakOf } from './streaks.ts'

/** Starts in a row without success after which a release is not tried again. */
const mostStarts = 3
/** The same where there is no other release to try. */
const mostOfOnlyOne = 6

/**
 * The releases that this browser's own experience lets it try, best first; it needs no server for
 * that. None is left when each of them did not come up so often.
 */
export function fitReleases(remote: RemoteRelease): Release[] {
  const releases = releasesOf(remote)
  // A preview is asked for on purpose, whatever happened before.
  if (remote.isPreview) return releases
  const most = releases.length > 1 ? mostStarts : mostOfOnlyOne
  return releases.filter((release) => streakOf(releaseName(remote, release)) < most)
}
