import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import type { RouteObject } from 'react-router-dom'

import { askForRelease } from './ask-for-release.ts'
import { avoid } from './avoid.ts'
import type { LoadRoutes } from './federation.ts'
import { mountRoute } from './mount-route.tsx'
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

/** The remotes of the page: which release of each is mounted, and which takes its place. */
export function createRemotes(remotes: RemoteRelease[], loadRoutes: LoadRoutes) {
  const places = remotes.map((remote): Place => ({ remote }))
  const broken = new Set<string>()
  let mountPoint!: MountPoint
  const isOnShow = ({ remote }: Place): boolean => mountPoint.isOnShow(remote.mount)

  /** The releases to try, best first. */
  function roadsOf({ remote }: Place): Release[] {
    const fit = fitReleases(remote)
    // Also when none is left: the next document may have others.
    avoid(
      remote,
      releasesOf(remote).filter((release) => !fit.includes(release)),
    )
    return fit.filter((release) => !broken.has(releaseName(remote, release)))
  }

  /** Loads the first release that can be loaded, and puts it in the place of any other. */
  async function mount(place: Place, releases: Release[]): Promise<void> {
    const { remote } = place
    const [release, routes] = await loadFirst(remote, releases, async (candidate) => {
      // A preview's says nothing of what others get.
      if (!remote.isPreview) countStart(releaseName(remote, candidate))
      return loadRoutes(remote, candidate)
    })
    const onBroken = () => replace(place, release)
    const events = {
      onBroken,
      onLost: async (cause: unknown) => {
        await onBroken()
        return loadError(place, cause)
      },
      onReady: () => confirmStart(releaseName(remote, release)),
    }
    place.mounted = { release, route: mountRoute({ remote, release, routes, events }) }
    updateRouter()
  }

  /** Loads from the first of these releases that it can be loaded from; those before it are left. */
  async function loadFirst<T>(
    remote: RemoteRelease,
    releases: Release[],
    load: (release: Release) => Promise<T>,
  ): Promise<[Release, T]> {
    try {
      const loaded = await tryRoads<[Release, T]>(
        // The best one twice.
        [...releases.slice(0, 1), ...releases].map((release) => async () => [
          release,
          await load(release),
        ]),
      )
      const failed = releases.slice(0, releases.indexOf(loaded[0]))
      for (const release of failed) broken.add(releaseName(remote, release))
      avoid(remote, failed)
      return loaded
    } catch (cause) {
      await avoidAll(remote, releases)
      throw cause
    }
  }

  /** Asks for others with the next document, unless nothing could be loaded as the edge is away. */
  async function avoidAll(remote: RemoteRelease, releases: Release[]): Promise<void> {
    if ((await askForRelease(remote.entry.url)) < 500) avoid(remote, releases)
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
      needsReload: (await askForRelease(entry.url)) === 410,
      isGivenUp: fitReleases(remote).length === 0,
      cause,
    })
  }

  /** Takes another release in the place of one that does not work; false when there is none. */
  async function replace(place: Place, failed: Release): Promise<boolean> {
    if (place.mounted?.release !== failed) return true
    endStart()
    // Ahead: the one that takes its place may fail too, and must not go back to it.
    broken.add(releaseName(place.remote, failed))
    const isReplaced = await swap(place, roadsOf(place))
    if (isReplaced) avoid(place.remote, [failed])
    else await avoidAll(place.remote, [failed])
    return isReplaced
  }

  /** Takes the first of these releases in the place of the mounted one, also under a page on show. */
  function swap(place: Place, releases: Release[]): Promise<boolean> {
    place.swapping ??= mount(place, releases)
      // Before the page is opened again: this release may fail there, and be replaced itself.
      .finally(() => (place.swapping = undefined))
      .then(
        async () => {
          if (isOnShow(place)) await mountPoint.reopen()
          return true
        },
        () => false,
      )
    return place.swapping
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
    /** The releases of a remote that this page may run, best first. */
    releases: roadsOf,
    loadFirst,
    isOnShow,
    /** Whether no other release can take the place of the mounted one without a reload. */
    needsReload: (place: Place): boolean => roadsOf(place).length === 0,
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
