import type { ReleaseSet } from '@errand/contract/release'

import type { LocalizedLabel } from '../shell/localized-label.ts'
import { releaseName } from './release.ts'
import type { Place, Remotes } from './remotes.ts'

/** A release that waits for the person. */
export interface WaitingRelease {
  remote: LocalizedLabel
  /** Whether only a reload can bring it. */
  needsReload: boolean
  switchNow: () => void
}

export type ReleaseUpdates = ReturnType<typeof createReleaseUpdates>

/**
 * Takes revoked releases out of the page: at once, when work is saved, or before they are loaded.
 * Whatever else is rolled out, a page keeps the releases of its document: two of them never meet in
 * one page, and its policy names no others.
 */
export function createReleaseUpdates(remotes: Remotes) {
  const revokedPlaces = new Set<Place>()
  const listeners = new Set<() => void>()
  let notice: WaitingRelease | undefined

  /** Does what can be done now. */
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
    // Better the old one than none; the next navigation tries again.
    revokedPlaces.add(place)
    return undefined
  }

  return {
    /** Takes what the edge says of releases now. */
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
    /** To be called after each navigation, when the new page is there. */
    settle,
    /** What a person should be told. */
    notice: () => notice,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether a page would ask before it is left: it hears what it hears before a reload. */
function hasUnsavedWork(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
