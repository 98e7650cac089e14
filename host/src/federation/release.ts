import { attemptTimeoutMs } from '@errand/contract/limits'
import { avoidCookieName, maxAvoided, type RemoteRelease } from '@errand/contract/release'
import { browserStorage } from '@errand/shared-auth'

/** What is needed to load a release; every remote of the set has one, and perhaps earlier ones. */
export type Release = RemoteRelease['fallbacks'][number]

/** A release's name for people, cookies and counters: `remote-jobs@1.4.0`. */
export const releaseName = ({ app }: { app: string }, { version }: { version: string }): string =>
  `${app}@${version}`

/** The releases of a remote that this page may run, best first. */
export const releasesOf = (remote: RemoteRelease): Release[] => [remote, ...remote.fallbacks]

/** Their names. */
export const releaseNames = (remote: RemoteRelease): string[] =>
  releasesOf(remote).map((release) => releaseName(remote, release))

/** Leaves the page only the styles of these releases of a remote: those of one that broke go with it. */
export function applyStyles(remote: RemoteRelease, shown: (Release | undefined)[]): void {
  for (const release of releasesOf(remote)) {
    const folder = new URL('.', new URL(release.entry.url, document.baseURI)).href
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      // Not taken out: the release's own code would not load it again.
      if (link.href.startsWith(folder)) link.toggleAttribute('disabled', !shown.includes(release))
    }
  }
}

/** Asks the edge, which may be stuck, or find no connection that hung files have left. */
export function fetchFromEdge(url: string): Promise<Response> {
  const late = new AbortController()
  // Its body, too, has to be there by then.
  setTimeout(() => late.abort(), attemptTimeoutMs)
  return fetch(url, { cache: 'no-store', signal: late.signal })
}

/** The status of the release that a file belongs to; 503 stands for an edge that is away. */
export async function fetchReleaseStatus(url: string): Promise<number> {
  try {
    // Its manifest is no file of a release: an edge that still has the files in memory has to look.
    return (await fetchFromEdge(`${url}/../release.json`)).status
  } catch {
    return 503
  }
}

/** Not for long: the cause may have been the network. Whoever still has reason to asks again. */
const oneHour = 3600

/**
 * Asks the edge, by cookie, to give this browser other releases of an app for a while. A preview is
 * asked for on purpose, and says nothing of what others get.
 */
export function avoid(
  app: Pick<RemoteRelease, 'app' | 'isPreview'>,
  releases: { version: string }[],
): void {
  if (app.isPreview || !releases[0]) return
  const names = releases.map((release) => releaseName(app, release))
  const [, list] = new RegExp(`${avoidCookieName}=([^;]+)`).exec(document.cookie) ?? []
  const others = list?.split('~').filter((name) => !names.includes(name)) ?? []
  const value = [...others, ...names].slice(-maxAvoided).join('~')
  document.cookie = `${avoidCookieName}=${value};path=/;max-age=${oneHour};samesite=lax`
}

const startsKey = 'errand:streaks'

/** How long a release has to stay visible after a reload. */
const stableMs = 3_000

/** Counts a start of `app@version` before its code runs: code may kill the page. */
export function recordStart(release: string): void {
  // Nothing starts without a network, and that is not the release's fault.
  if (navigator.onLine) writeStarts(release, failedStarts(release) + 1)
}

/**
 * Clears a release's failed starts once its page is visible. After a reload it has to stay visible for
 * a while first: a release that reloads its page endlessly may be visible for a moment each time.
 */
export function confirmStart(release: string): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation?.type === 'reload') setTimeout(clearFailedStarts, stableMs, release)
  else clearFailedStarts(release)
}

/** Forgets what was counted: the release works, or a person wants another try. */
export const clearFailedStarts = (release: string): void => writeStarts(release, 0)

/** How often in a row a release did not come up. */
const failedStarts = (release: string): number => readStarts()[release] ?? 0

function readStarts(): Partial<Record<string, number>> {
  try {
    return JSON.parse(browserStorage.getItem(startsKey) ?? '{}')
  } catch {
    return {}
  }
}

function writeStarts(release: string, starts: number): void {
  browserStorage.setItem(
    startsKey,
    JSON.stringify({ ...readStarts(), [release]: starts || undefined }),
  )
}

/** Starts in a row without success after which a release is not tried again. */
const maxFailedStarts = 3
/** The same where there is no other release: a person who reloads in haste is not locked out. */
const maxFailedStartsOfLast = 6

/**
 * The releases that this browser's own experience lets it try, best first; it needs no server for
 * that. None is left when each of them did not come up so often.
 */
export function bootableReleases(remote: RemoteRelease): Release[] {
  const releases = releasesOf(remote)
  // A preview is asked for on purpose, whatever happened before.
  if (remote.isPreview) return releases
  const max = releases.length > 1 ? maxFailedStarts : maxFailedStartsOfLast
  return releases.filter((release) => failedStarts(releaseName(remote, release)) < max)
}
