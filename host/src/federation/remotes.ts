import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import type { RemoteModule } from '@errand/contract/remote'
import type { createBrowserRouter, RouteObject } from 'react-router-dom'

import type { LoadExposed } from './federation.ts'
import { isTimedOut, RemoteLoadError, firstSuccessful } from './load.tsx'
import { mountRoute } from './mount-route.tsx'
import {
  applyStyles,
  fetchReleaseStatus,
  avoid,
  bootableReleases,
  confirmStart,
  recordStart,
  type Release,
  releaseName,
  releaseNames,
  releasesOf,
} from './release.ts'

/** Where the routes of remotes go. */
interface MountPoint {
  router: ReturnType<typeof createBrowserRouter>
  /** The whole tree, with these routes of remotes in it. */
  treeOf: (mounted: RouteObject[]) => RouteObject[]
}

/** One remote in the page. */
export interface Place {
  remote: RemoteRelease
  mounted?: { release: Release; route: RouteObject } | undefined
  /** The release that its widget on the dashboard comes from. */
  widget?: Release
  failure?: unknown
  opening?: Promise<void> | undefined
  swapping?: Promise<boolean> | undefined
}

export type Remotes = ReturnType<typeof createRemotes>

/** The remotes of the page: which release of each is mounted, and which takes its place. */
export function createRemotes(remotes: RemoteRelease[], load: LoadExposed) {
  const places = remotes.map((remote): Place => ({ remote }))
  const { releasesFor, loadWithFallback, markBroken } = createFallbacks()
  let mountPoint!: MountPoint

  /** Whether a page of the remote is on show, or being opened. */
  function isOnShow({ remote }: Place): boolean {
    const { location, navigation } = mountPoint.router.state
    return [location, navigation.location].some((it) => it && isBelow(remote.mount, it.pathname))
  }

  /** Loads the first release that can be loaded, and puts it in the place of any other. */
  async function mount(place: Place): Promise<void> {
    const { remote } = place
    const started = new Set<Release>()
    const [release, routes] = await loadWithFallback(
      remote,
      releasesFor(remote),
      async (candidate) => {
        // A preview's says nothing of what others get; a second attempt is still the same start.
        if (!remote.isPreview && !started.has(candidate))
          recordStart(releaseName(remote, candidate))
        started.add(candidate)
        const exposed = (await load(candidate, 'routes')) as Partial<RemoteModule>
        if (Array.isArray(exposed.routes)) return exposed.routes
        throw new TypeError(`${candidate.globalName} has no routes`)
      },
    )
    const onBroken = () => replace(place, release)
    let isReady = false
    const events = {
      onBroken,
      onLost: async (cause: unknown) => {
        const replaced = onBroken()
        // Said after 120 s; a release that can be had takes the place of the error.
        if (!isTimedOut(cause)) await replaced
        return loadError(place, cause)
      },
      onReady: () => {
        if (!isReady) confirmStart(releaseName(remote, release))
        isReady = true
      },
    }
    place.mounted = { release, route: mountRoute({ remote, release, routes, events }) }
    applyStyles(remote, [release, place.widget])
    updateRouter()
  }

  function updateRouter(): void {
    const { router, treeOf } = mountPoint
    // As React Router's own hot reload does it: `patch` can only add routes, never take one out,
    // so that a release could not be replaced in the page.
    router._internalSetRoutes(treeOf(places.flatMap(({ mounted }) => mounted?.route ?? [])))
  }

  /** Takes another release in the place of one that does not work; false when there is none. */
  async function replace(place: Place, failed: Release): Promise<boolean> {
    if (place.mounted?.release !== failed) return true
    // Ahead: the one that takes its place may fail too, and must not go back to it.
    markBroken(releaseName(place.remote, failed))
    const isReplaced = await swap(place)
    if (isReplaced) avoid(place.remote, [failed])
    else await avoidReleases(place.remote, [failed])
    return isReplaced
  }

  /** Takes another release in the place of the mounted one, also under a page on show. */
  function swap(place: Place): Promise<boolean> {
    place.swapping ??= mount(place)
      // Before the page is opened again: this release may fail there, and be replaced itself.
      .finally(() => (place.swapping = undefined))
      .then(
        async () => {
          if (isOnShow(place)) await mountPoint.router.revalidate()
          return true
        },
        () => false,
      )
    return place.swapping
  }

  async function openAndMount(place: Place): Promise<void> {
    try {
      await mount(place)
      place.failure = undefined
    } catch (cause) {
      place.failure = await loadError(place, cause)
    }
  }

  return {
    places,
    /** The releases of a remote that this page may run, best first. */
    releasesFor,
    load,
    loadWithFallback,
    isOnShow,
    /** Whether no other release can take the place of the mounted one without a reload. */
    needsReload: ({ remote }: Place): boolean => releasesFor(remote).length === 0,
    /** Nobody may run this release any more. */
    revoke: markBroken,
    /** Before it no remote can be opened. */
    attach(point: MountPoint): void {
      mountPoint = point
    },
    /** Mounts the remote of this path; its place has the failure when it cannot be. */
    async open(path: string): Promise<void> {
      const place = places.find(({ remote }) => isBelow(remote.mount, path))
      if (!place || place.mounted) return
      place.opening ??= openAndMount(place).finally(() => (place.opening = undefined))
      await place.opening
    },
    leaveMounted: swap,
    /** Lets go of the mounted release; the next visit loads one that may run. */
    unmount(place: Place): void {
      place.mounted = undefined
      applyStyles(place.remote, [place.widget])
      updateRouter()
    },
  }
}

/** Which releases may still run in this page, and how one of them is loaded. */
function createFallbacks() {
  const broken = new Set<string>()

  /** The releases to try, best first. */
  function releasesFor(remote: RemoteRelease): Release[] {
    const bootable = bootableReleases(remote)
    // Also when none is left: the next document may have others.
    avoid(
      remote,
      releasesOf(remote).filter((release) => !bootable.includes(release)),
    )
    return bootable.filter((release) => !broken.has(releaseName(remote, release)))
  }

  /** Loads from the first of these releases that it can be loaded from; those before it are left. */
  async function loadWithFallback<T>(
    remote: RemoteRelease,
    releases: Release[],
    loadFrom: (release: Release) => Promise<T>,
  ): Promise<[Release, T]> {
    try {
      const loaded = await firstSuccessful<[Release, T]>(
        // The best one twice.
        [...releases.slice(0, 1), ...releases].map((release) => async () => [
          release,
          await loadFrom(release),
        ]),
      )
      const failed = releases.slice(0, releases.indexOf(loaded[0]))
      for (const release of failed) broken.add(releaseName(remote, release))
      avoid(remote, failed)
      return loaded
    } catch (cause) {
      const avoided = avoidReleases(remote, releases)
      if (!isTimedOut(cause)) await avoided
      throw cause
    }
  }

  return { releasesFor, loadWithFallback, markBroken: (name: string) => void broken.add(name) }
}

/** Asks for others with the next document, unless nothing could be loaded as the edge is away. */
async function avoidReleases(remote: RemoteRelease, releases: Release[]): Promise<void> {
  if ((await fetchReleaseStatus(remote.entry.url)) < 500) avoid(remote, releases)
}

async function loadError({ remote, mounted }: Place, cause: unknown): Promise<RemoteLoadError> {
  const { entry } = mounted?.release ?? remote
  return new RemoteLoadError({
    subject: remote,
    releases: releaseNames(remote),
    needsReload: !isTimedOut(cause) && (await fetchReleaseStatus(entry.url)) === 410,
    isGivenUp: bootableReleases(remote).length === 0,
    cause,
  })
}

/**
 * Stands for a remote until its routes are there: the guard above it runs, and React Router asks
 * for patches because of the splat. Reached itself when the remote could not be loaded, or has no
 * route for the path.
 */
export function stubRoute(place: Place): RouteObject {
  return {
    path: `${place.remote.mount}/*`,
    element: null,
    // Thrown while routes are patched, an error would leave a first page blank, as no loader has
    // run yet; thrown here it shows where the pane's boundary is.
    loader: () => {
      throw place.failure ?? new Response('', { status: 404 })
    },
  }
}
