import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import type { RouteObject } from 'react-router-dom'

import { avoid } from './avoid.ts'
import type { LoadRoutes } from './federation.ts'
import { mountRoute } from './mount-route.tsx'
import { isReleaseGone } from './release-gone.ts'
import { releaseName, releaseNames, releasesOf, type Release } from './release.ts'
import { RemoteLoadError } from './remote-load-error.ts'
import { fitReleases } from './safe-mode.ts'
import { confirmStart, countStart, endStart } from './streaks.ts'
import { tryRoads } from './try-roads.ts'

/** The router as the remotes need it. */
export interface MountPoint {
  /** Replaces everything that is mounted. */
  setMounted: (routes: RouteObject[]) => void
  /** Whether a page below the mount is on show, or being opened. */
  isOnShow: (mount: string) => boolean
  /** Opens the page that is on show, or being opened, once more. */
  reopen: () => Promise<void>
}

/** One remote in the page. */
export interface Place {
  remote: RemoteRelease
  mounted?: { release: Release; route: RouteObject } | undefined
  failure?: unknown
  opening?: Promise<void> | undefined
  swapping?: Promise<boolean> | undefined
}

export type Remotes = ReturnType<typeof createRemotes>

/** Old code stays in memory: after these a reload is better than one more. */
const mostSwaps = 3

/** The remotes of the page: which release of each is mounted, and which takes its place. */
export function createRemotes(remotes: RemoteRelease[], loadRoutes: LoadRoutes) {
  const places = remotes.map((remote): Place => ({ remote }))
  const broken = new Set<string>()
  let mountPoint!: MountPoint
  let swaps = 0

  /** The releases to try, best first. */
  function roadsOf({ remote }: Place): Release[] {
    const fit = fitReleases(remote)
    const roads = fit.filter((release) => !broken.has(releaseName(remote, release)))
    for (const release of releasesOf(remote))
      if (roads.length > 0 && !fit.includes(release)) avoid(releaseName(remote, release))
    return roads
  }

  /** Loads the first release that can be loaded, and puts it in the place of any other. */
  async function mount(place: Place, [first, ...others]: Release[]): Promise<void> {
    const { remote } = place
    if (first === undefined) throw new Error('Did not start')
    const { release, routes } = await tryRoads(
      [first, first, ...others].map((candidate, index) => async () => {
        // The second time it is still the same start; a preview's says nothing of what others get.
        if (index !== 1 && !remote.isPreview) countStart(releaseName(remote, candidate))
        return { release: candidate, routes: await loadRoutes(remote, candidate) }
      }),
    )
    const onBroken = () => replace(place, release)
    const events = {
      onBroken,
      onLost: async (cause: unknown) => {
        await onBroken()
        return loadError(place, cause)
      },
      onReady: () => confirmStart(releaseName(remote, release)),
    }
    if (release !== first) leave(remote, first)
    place.mounted = { release, route: mountRoute({ remote, release, routes, events }) }
    updateRouter()
  }

  function leave(remote: RemoteRelease, release: Release): void {
    broken.add(releaseName(remote, release))
    avoid(releaseName(remote, release))
  }

  function updateRouter(): void {
    mountPoint.setMounted(places.flatMap(({ mounted }) => mounted?.route ?? []))
  }

  async function loadError({ remote, mounted }: Place, cause: unknown): Promise<RemoteLoadError> {
    endStart()
    const { entry } = mounted?.release ?? remote
    return new RemoteLoadError({
      subject: remote,
      releases: releaseNames(remote),
      needsReload: swaps >= mostSwaps || (await isReleaseGone(entry.url)),
      isGivenUp: fitReleases(remote).length === 0,
      cause,
    })
  }

  /** Takes another release in the place of one that does not work; false when there is none. */
  async function replace(place: Place, failed: Release): Promise<boolean> {
    if (place.mounted?.release !== failed) return true
    endStart()
    const others = roadsOf(place).filter((release) => release.version !== failed.version)
    const isReplaced = await swap(place, others)
    if (isReplaced) leave(place.remote, failed)
    return isReplaced
  }

  /** Takes the first of these releases in the place of the mounted one, also under a page on show. */
  function swap(place: Place, releases: Release[]): Promise<boolean> {
    if (swaps >= mostSwaps) return Promise.resolve(false)
    place.swapping ??= mount(place, releases)
      .then(settled, () => false)
      .finally(() => (place.swapping = undefined))
    return place.swapping

    async function settled(): Promise<true> {
      swaps += 1
      if (mountPoint.isOnShow(place.remote.mount)) await mountPoint.reopen()
      return true
    }
  }

  async function openPlace(place: Place): Promise<void> {
    try {
      await mount(place, roadsOf(place))
      place.failure = undefined
    } catch (cause) {
      place.failure = await loadError(place, cause)
    }
  }

  return {
    places,
    isOnShow: ({ remote }: Place): boolean => mountPoint.isOnShow(remote.mount),
    /** Whether no other release can take the place of the mounted one without a reload. */
    needsReload: (place: Place): boolean => swaps >= mostSwaps || roadsOf(place).length === 0,
    /** Takes a release off the roads: nobody may run it any more. */
    revoke(name: string): void {
      broken.add(name)
    },
    /** Where the routes go; before it no remote can be opened. */
    attach(point: MountPoint): void {
      mountPoint = point
    },
    /** Mounts the remote of this path; its place has the failure when it cannot be. */
    async open(path: string): Promise<void> {
      const place = places.find(({ remote }) => isBelow(remote.mount, path))
      if (!place || place.mounted) return
      place.opening ??= openPlace(place).finally(() => (place.opening = undefined))
      await place.opening
    },
    /** Takes another release in the place of the mounted one. */
    leaveMounted: (place: Place): Promise<boolean> => swap(place, roadsOf(place)),
    /** Lets go of the mounted release; the next visit loads one that may run. */
    unmount(place: Place): void {
      place.mounted = undefined
      updateRouter()
    },
  }
}
