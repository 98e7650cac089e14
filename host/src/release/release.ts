import { attemptTimeoutMs } from '@errand/contract/limits'
import type { RemoteRelease } from '@errand/contract/release'
import { avoidReleases, readStarts, writeStarts } from '@errand/contract/release-memory'

/** Everything needed to load a release; each remote of the set has one, and possibly fallbacks. */
export type Release = RemoteRelease['fallbacks'][number]

/** The name of a release in cookies and counters: `remote-jobs@1.4.0`. */
export const releaseName = ({ app }: { app: string }, { version }: { version: string }): string =>
  `${app}@${version}`

/** The releases of a remote in the set, best first. */
export const releasesOf = (remote: RemoteRelease): Release[] => [remote, ...remote.fallbacks]

/** The names of these releases. */
export const releaseNames = (remote: RemoteRelease): string[] =>
  releasesOf(remote).map((release) => releaseName(remote, release))

/**
 * Enables only the styles of these releases of a remote, so that those of a broken one are gone.
 */
export function applyStyles(remote: RemoteRelease, shown: (Release | undefined)[]): void {
  for (const release of releasesOf(remote)) {
    const folder = new URL('.', new URL(release.entry.url, document.baseURI)).href
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      // Disabled, not removed: the release's own code would not load it again.
      if (link.href.startsWith(folder)) link.toggleAttribute('disabled', !shown.includes(release))
    }
  }
}

/**
 * Fetches from the edge with a time limit: the edge may be stuck, or hung files may occupy all
 * connections.
 */
export function fetchFromEdge(url: string): Promise<Response> {
  const late = new AbortController()
  // The limit includes the body.
  setTimeout(() => late.abort(), attemptTimeoutMs)
  return fetch(url, { cache: 'no-store', signal: late.signal })
}

/** The status of the release that a file belongs to; 503 if the edge does not answer. */
export async function fetchReleaseStatus(url: string): Promise<number> {
  try {
    // The manifest cannot be cached by the edge as a file of the release, so the edge has to look
    // in the store.
    return (await fetchFromEdge(`${url}/../release.json`)).status
  } catch {
    return 503
  }
}

/**
 * Asks the edge for other releases of an app for a while. Not for previews: they are opened on
 * purpose and say nothing about what others get.
 */
export function avoid(
  app: Pick<RemoteRelease, 'app' | 'isPreview'>,
  releases: { version: string }[],
): void {
  if (app.isPreview || !releases[0]) return
  avoidReleases(releases.map((release) => releaseName(app, release)))
}

/** How long a release has to stay visible after a reload to count as started. */
const stableMs = 3_000

/** Counts a start of `app@version` before its code runs, because the code may crash the page. */
export function recordStart(release: string): void {
  // Nothing starts without a network, and that is not the release's fault.
  if (navigator.onLine) writeStarts(release, failedStarts(release) + 1)
}

/**
 * Clears a release's failed starts once its page is visible. After a reload it has to stay visible
 * for a while first, to detect a release that reloads its page endlessly.
 */
export function confirmStart(release: string): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') setTimeout(clearFailedStarts, stableMs, release)
  else clearFailedStarts(release)
}

/** Clears the failed starts: the release works, or a person wants another try. */
export const clearFailedStarts = (release: string): void => writeStarts(release, 0)

/** The number of consecutive failed starts of a release. */
const failedStarts = (release: string): number => readStarts()[release] ?? 0

/** After this many failed starts a release is not tried again. */
const maxFailedStarts = 3
/**
 * The limit where there is no other release, so that a person who reloads quickly is not locked
 * out.
 */
const maxFailedStartsOfLast = 6

/**
 * The releases that have not failed too often in this browser, best first; none may be left. Works
 * without a server.
 */
export function bootableReleases(remote: RemoteRelease): Release[] {
  const releases = releasesOf(remote)
  // A preview is opened on purpose, whatever happened before.
  if (remote.isPreview) return releases
  const max = releases.length > 1 ? maxFailedStarts : maxFailedStartsOfLast
  return releases.filter((release) => failedStarts(releaseName(remote, release)) < max)
}
