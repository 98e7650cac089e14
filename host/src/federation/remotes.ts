import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import { nextState, type ReleaseState } from '@errand/contract/release-state'
import type { RemoteModule } from '@errand/contract/remote'
import type { createBrowserRouter, RouteObject } from 'react-router-dom'

import { RemoteLoadError } from '../errors/remote-load-error.ts'
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
} from '../release/release.ts'
import type { LoadExposed } from './federation.ts'
import { firstSuccessful, isTimedOut } from './load.tsx'
import { mountRoute, type MountEvents, type OnBroken } from './mount-route.tsx'
import { reportRelease, type FailureKind } from './report-release.ts'

/** Where the routes of remotes are mounted. */
interface MountPoint {
  router: ReturnType<typeof createBrowserRouter>
  /** The whole route tree with these routes of remotes in it. */
  treeOf: (mounted: RouteObject[]) => RouteObject[]
}

/** A remote in this page. */
export interface Place {
  remote: RemoteRelease
  mounted?: { release: Release; route: RouteObject } | undefined
  /** The release of its dashboard widget. */
  widget?: Release
  failure?: unknown
  opening?: Promise<void> | undefined
  swapping?: Promise<boolean> | undefined
}

export type Remotes = ReturnType<typeof createRemotes>

/** The remotes of the page: which release of each is mounted, and which one replaces it. */
export function createRemotes(remotes: RemoteRelease[], load: LoadExposed) {
  const places = remotes.map((remote): Place => ({ remote }))
  const { apply, restart, releasesFor, loadWithFallback, markBroken } = createFallbacks()
  let mountPoint!: MountPoint

  /** Whether a page of the remote is shown or being opened. */
  function isOnShow({ remote }: Place): boolean {
    const { location, navigation } = mountPoint.router.state
    return [location, navigation.location].some((it) => it && isBelow(remote.mount, it.pathname))
  }

  /** Mounts the first release that can be loaded, in place of any other. */
  async function mount(place: Place): Promise<void> {
    const { remote } = place
    const releases = releasesFor(remote)
    let cause: unknown
    const loadRoutes = async (candidate: Release) => {
      apply(remote, candidate, 'start')
      try {
        const exposed = (await load(candidate, 'routes')) as Partial<RemoteModule>
        if (Array.isArray(exposed.routes)) return exposed.routes
        throw new TypeError(`${candidate.globalName} has no routes`)
      } catch (error) {
        if (candidate === remote) cause ??= error
        throw error
      }
    }
    let loaded: [Release, RouteObject[]] | undefined
    try {
      loaded = await loadWithFallback(remote, releases, loadRoutes)
    } finally {
      if (loaded === undefined) restart(remote, releases)
      const kind = cause === undefined ? 'timeout' : 'import'
      if (releases[0] === remote && loaded?.[0] !== remote)
        reportRelease(remote, 'failed', { kind, isReplaced: loaded !== undefined, cause })
    }
    const [release, routes] = loaded
    const events = eventsOf(place, release)
    place.mounted = { release, route: mountRoute({ remote, release, routes, events }) }
    applyStyles(remote, [release, place.widget])
    updateRouter()
  }

  function eventsOf(place: Place, release: Release): MountEvents {
    const { remote } = place
    const onBroken: OnBroken = (kind, error) => replace(place, release, kind, error)
    return {
      onBroken,
      onLost: async (error) => {
        const replaced = onBroken(isTimedOut(error) ? 'timeout' : 'import', error)
        // After a timeout the error is shown at once; otherwise a release that can be loaded
        // replaces it.
        if (!isTimedOut(error)) await replaced
        return loadError(place, error)
      },
      onReady: () => apply(remote, release, 'ready'),
    }
  }

  /** Reports what the visitor's arm picked where this page does not start it. */
  function reportSkipped({ remote }: Place): void {
    const [best] = releasesFor(remote)
    // It broke or was revoked in this page, or failed too often in this browser.
    if (best === remote) return
    reportRelease(remote, 'start')
    if (bootableReleases(remote).includes(remote)) reportRelease(remote, 'left')
    else reportRelease(remote, 'failed', { kind: 'safe-mode', isReplaced: best !== undefined })
  }

  function updateRouter(): void {
    const { router, treeOf } = mountPoint
    // As React Router's own hot reload does it: `patch` can only add routes, so it could not
    // replace a release.
    router._internalSetRoutes(treeOf(places.flatMap(({ mounted }) => mounted?.route ?? [])))
  }

  /** Replaces a release that does not work; resolves to false if there is no other. */
  async function replace(
    place: Place,
    failed: Release,
    kind: FailureKind,
    cause?: unknown,
  ): Promise<boolean> {
    if (place.mounted?.release !== failed) return true
    // Marked first: its replacement may fail as well and must not fall back to it.
    markBroken(releaseName(place.remote, failed))
    const isReplaced = await swap(place)
    if (failed === place.remote) reportRelease(place.remote, 'failed', { kind, isReplaced, cause })
    if (isReplaced) avoid(place.remote, [failed])
    else await avoidIfReachable(place.remote, [failed])
    return isReplaced
  }

  /** Replaces the mounted release, even while its page is shown. */
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
    reportSkipped(place)
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
    /** Whether the mounted release can only be replaced by a reload. */
    needsReload: ({ remote }: Place): boolean => releasesFor(remote).length === 0,
    /** Marks a release as revoked: this page does not load it any more. */
    revoke: markBroken,
    /** Has to be called before a remote can be opened. */
    attach(point: MountPoint): void {
      mountPoint = point
      point.router.subscribe(({ navigation }) => {
        if (navigation.state !== 'idle') return
        for (const place of places) if (!isOnShow(place)) reportRelease(place.remote, 'left')
      })
    },
    /** Mounts the remote of this path; sets its `failure` if it cannot be loaded. */
    async open(path: string): Promise<void> {
      const place = places.find(({ remote }) => isBelow(remote.mount, path))
      if (!place || place.mounted) return
      place.opening ??= openAndMount(place).finally(() => (place.opening = undefined))
      await place.opening
    },
    leaveMounted: swap,
    /** Unmounts a remote; the next visit loads a release that may still run. */
    unmount(place: Place): void {
      place.mounted = undefined
      applyStyles(place.remote, [place.widget])
      updateRouter()
    },
  }
}

/** Which releases may still run in this page, and how one of them is loaded. */
function createFallbacks() {
  // One that failed is not loaded again.
  const states = new Map<string, ReleaseState>()
  const markBroken = (name: string): void => void states.set(name, 'failed')

  /** Applies an event to a release, and reports it of the one that the visitor's arm picked. */
  function apply(remote: RemoteRelease, release: Release, event: 'start' | 'ready'): void {
    const name = releaseName(remote, release)
    const state = nextState(states.get(name), event)
    if (state === undefined) return
    states.set(name, state)
    if (release === remote) reportRelease(remote, state)
    if (state === 'ready') confirmStart(name)
    // Starts of previews are not counted.
    else if (!remote.isPreview) recordStart(name)
  }

  /** Makes another try of these releases another start of each. */
  function restart(remote: RemoteRelease, releases: Release[]): void {
    for (const name of releases.map((release) => releaseName(remote, release)))
      if (states.get(name) === 'start') states.delete(name)
  }

  /** The releases to try, best first. */
  function releasesFor(remote: RemoteRelease): Release[] {
    const bootable = bootableReleases(remote)
    // Even if none is left: the next document may have others.
    avoid(
      remote,
      releasesOf(remote).filter((release) => !bootable.includes(release)),
    )
    return bootable.filter((release) => states.get(releaseName(remote, release)) !== 'failed')
  }

  /** Loads from the first release that works; the ones before it are marked as broken. */
  async function loadWithFallback<T>(
    remote: RemoteRelease,
    releases: Release[],
    loadFrom: (release: Release) => Promise<T>,
  ): Promise<[Release, T]> {
    try {
      const loaded = await firstSuccessful<[Release, T]>(
        // The best release is tried twice.
        [...releases.slice(0, 1), ...releases].map((release) => async () => [
          release,
          await loadFrom(release),
        ]),
      )
      const failed = releases.slice(0, releases.indexOf(loaded[0]))
      for (const release of failed) markBroken(releaseName(remote, release))
      avoid(remote, failed)
      return loaded
    } catch (cause) {
      const avoided = avoidIfReachable(remote, releases)
      if (!isTimedOut(cause)) await avoided
      throw cause
    }
  }

  return { apply, restart, releasesFor, loadWithFallback, markBroken }
}

/** Asks for other releases with the next document, unless the edge itself cannot be reached. */
async function avoidIfReachable(remote: RemoteRelease, releases: Release[]): Promise<void> {
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
 * A placeholder for a remote until its routes are loaded: the guard above it runs, and because of
 * the splat React Router asks for patches. It is only reached if the remote could not be loaded or
 * has no route for the path.
 */
export function stubRoute(place: Place): RouteObject {
  return {
    path: `${place.remote.mount}/*`,
    element: null,
    // Thrown while routes are patched, the error would leave a first page blank, because no loader
    // has run yet; thrown here it shows in the pane's boundary.
    loader: () => {
      if (place.failure === undefined) reportRelease(place.remote, 'left')
      throw place.failure ?? new Response('', { status: 404 })
    },
  }
}
