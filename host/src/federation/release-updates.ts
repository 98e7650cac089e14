import type { ReleaseSet } from '@errand/contract/release'

import type { LocalizedLabel } from '../release/localized-label.ts'
import { releaseName } from '../release/release.ts'
import type { Place, Remotes } from './remotes.ts'

/** A release that waits for the person to switch to it. */
export interface WaitingRelease {
  remote: LocalizedLabel
  /** Whether only a reload can switch to it. */
  needsReload: boolean
  switchNow: () => void
}

export type ReleaseUpdates = ReturnType<typeof createReleaseUpdates>

/**
 * Replaces revoked releases in the page: at once, when work is saved, or before they are loaded.
 * For any other rollout a page keeps the releases of its document: two of them never meet in one
 * page, and its policy names no others.
 */
export function createReleaseUpdates(remotes: Remotes) {
  const revokedPlaces = new Set<Place>()
  const listeners = new Set<() => void>()
  let notice: WaitingRelease | undefined

  /** Replaces the revoked releases that can be replaced now. */
  function settle(): void {
    let next: WaitingRelease | undefined
    for (const place of revokedPlaces) {
      const needsReload = remotes.needsReload(place)
      if (!remotes.isOnShow(place)) {
        revokedPlaces.delete(place)
        remotes.unmount(place)
      } else if (needsReload || hasUnsavedWork()) {
        next = { remote: place.remote, needsReload, switchNow: () => unmountPlace(place) }
      } else {
        void switchNow(place)
      }
    }
    notice = next
    for (const listener of listeners) listener()
  }

  function unmountPlace(place: Place): void {
    if (remotes.needsReload(place)) window.location.reload()
    else void switchNow(place)
  }

  async function switchNow(place: Place): Promise<void> {
    if (!revokedPlaces.delete(place)) return
    if (await remotes.leaveMounted(place)) return settle()
    // Keeps the old release rather than none; the next navigation tries again.
    revokedPlaces.add(place)
    return undefined
  }

  return {
    /** Applies the releases that the edge reports as revoked. */
    async applyReleaseSet({ revoked }: Pick<ReleaseSet, 'revoked'>): Promise<void> {
      for (const name of revoked) remotes.revoke(name)
      const checks = remotes.places.map(async (place) => {
        await place.opening
        const { remote, mounted } = place
        if (mounted !== undefined && revoked.includes(releaseName(remote, mounted.release)))
          revokedPlaces.add(place)
      })
      await Promise.all(checks)
      settle()
    },
    /** To be called after each navigation, when the new page is rendered. */
    settle,
    /** The release that waits for the person, if any. */
    notice: () => notice,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a page would ask before it is left, tested by sending it the event of a reload. */
function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
