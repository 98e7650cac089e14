import type { RemoteRelease } from '@errand/contract/release'

import { releaseName, releasesOf, type Release } from './release.ts'
import { streakOf } from './streaks.ts'

/** Starts in a row without success after which a release is not tried again. */
const mostOfRelease = 3
/** The same for a remote, whichever of its releases they were of. */
const mostOfRemote = 6

/**
 * The releases that this browser's own experience lets it try, best first; it needs no server for
 * that. A release is left after three starts without success, and a remote after six. Between them
 * the only release there is goes on being tried.
 */
export function fitReleases(remote: RemoteRelease): Release[] {
  const releases = releasesOf(remote)
  const startsOf = (release: Release) => streakOf(releaseName(remote, release))
  const fit = releases.filter((release) => startsOf(release) < mostOfRelease)
  const starts = releases.reduce((sum, release) => sum + startsOf(release), 0)
  // A preview is asked for on purpose, whatever happened before.
  const isGivenUp = starts >= mostOfRemote && !remote.isPreview
  return fit.length > 0 || isGivenUp ? fit : releases
}
