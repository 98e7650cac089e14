import { isBelow } from '@errand/contract/paths'
import type { RemoteRelease } from '@errand/contract/release'
import type { RouteObject } from 'react-router-dom'

import { avoid, oneDayMs, tenMinutesMs } from './avoid.ts'
import type { LoadRoutes } from './federation.ts'
import { mountRoute } from './mount-route.tsx'
import { isReleaseGone } from './release-gone.ts'
import { releaseName, type Release } from './release.ts'
import { RemoteLoadError } from './remote-load-error.ts'
import { clearStreaks, countStart, isUnfit } from './streaks.ts'
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
}

export type Remotes = ReturnType<typeof createRemotes>

/** Old code stays in memory: after these a reload is better than one more. */
const mostSwaps = 3

/** The remotes of the page: which release of each is mounted, and which takes its place. */
export function createRemotes(remotes: RemoteRelease[], loadRoutes: LoadRoutes) {
  const places = remotes.map((remote): Place => ({ remote }))
  const broken = new Set<string>()
  const swapping = new Map<Place, Promise<boolean>>()
  let mountPoint: MountPoint | undefined
  let swaps = 0

  /** The releases to try, best first. */
  function roadsOf({ remote }: Place): Release[] {
    const releases = [remote, ...(remote.previous === undefined ? [] : [remote.previous])]
    const fit = releases.filter((release) => {
      const name = releaseName(remote, release)
      return !broken.has(name) && !isUnfit(name)
    })
    const isGivenUp = fit.length > 0 && isUnfit(releaseName(remote, remote))
    if (isGivenUp) avoid(releaseName(remote, remote), oneDayMs)
    return fit
  }

  /** Loads the first release that can be loaded, and puts it in the place of any other. */
  async function mount(place: Place, [first, ...others]: Release[]): Promise<void> {
    const { remote } = place
    if (first === undefined) throw new Error('It did not start, several times')
    const started = new Set<Release>()
    const roads = [first, first, ...others].map((release) => async () => {
      if (!started.has(release)) countStart(releaseName(remote, release))
      started.add(release)
      return { release, routes: await loadRoutes(remote, release) }
    })
    const { release, routes } = await tryRoads(roads)
    const onBroken = () => replace(place, release)
    const events = {
      onBroken,
      onLost: async (cause: unknown) => {
        await onBroken()
        return loadError(place, cause)
      },
      onReady: () => clearStreaks([releaseName(remote, release)]),
    }
    if (release !== first) leave(remote, first)
    place.mounted = { release, route: mountRoute({ remote, release, routes, events }) }
    updateRouter()
  }

  function leave(remote: RemoteRelease, release: Release): void {
    broken.add(releaseName(remote, release))
    avoid(releaseName(remote, release), tenMinutesMs)
  }

  function updateRouter(): void {
    mountPoint?.setMounted(places.flatMap(({ mounted }) => mounted?.route ?? []))
  }

  async function loadError({ remote, mounted }: Place, cause: unknown): Promise<RemoteLoadError> {
    const { label, previous } = remote
    const releases = [remote, ...(previous === undefined ? [] : [previous])]
    const needsReload =
      swaps >= mostSwaps || (await isReleaseGone((mounted?.release ?? remote).entry.url))
    const names = releases.map((release) => releaseName(remote, release))
    return new RemoteLoadError({ label, releases: names, needsReload, cause })
  }

  /** Takes another release in the place of one that does not work; false when there is none. */
  async function replace(place: Place, failed: Release): Promise<boolean> {
    if (place.mounted?.release !== failed) return true
    const others = roadsOf(place).filter(({ version }) => version !== failed.version)
    const isReplaced = await swap(place, others)
    if (isReplaced) leave(place.remote, failed)
    return isReplaced
  }

  /** Takes the first of these releases in the place of the mounted one, also under a page on show. */
  function swap(place: Place, releases: Release[]): Promise<boolean> {
    if (releases.length === 0 || swaps >= mostSwaps) return Promise.resolve(false)
    const running = swapping.get(place) ?? mount(place, releases).then(settled, () => false)
    swapping.set(place, running)
    return running.finally(() => swapping.delete(place))

    async function settled(): Promise<true> {
      swaps += 1
      if (mountPoint?.isOnShow(place.remote.mount) === true) await mountPoint.reopen()
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
    isOnShow: ({ remote }: Place): boolean => mountPoint?.isOnShow(remote.mount) === true,
    isFull: (): boolean => swaps >= mostSwaps,
    /** Where the routes go; before it no remote can be opened. */
    attach(point: MountPoint): void {
      mountPoint = point
    },
    /** Mounts the remote of this path; its place has the failure when it cannot be. */
    async open(path: string): Promise<void> {
      const place = places.find(({ remote }) => isBelow(remote.mount, path))
      if (place === undefined || place.mounted !== undefined) return
      place.opening ??= openPlace(place).finally(() => (place.opening = undefined))
      await place.opening
    },
    /** Runs this release from now on. */
    switchTo(place: Place, remote: RemoteRelease): Promise<boolean> {
      place.remote = remote
      return swap(place, roadsOf(place))
    },
    /** Loads this release when the remote is opened next. */
    openNext(place: Place, remote: RemoteRelease): void {
      place.remote = remote
      place.mounted = undefined
      updateRouter()
    },
  }
}
