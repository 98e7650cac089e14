import type { ReleaseSet, RemoteRelease } from '@errand/contract/release'

import { releaseName } from './release.ts'
import type { Place, Remotes } from './remotes.ts'
import { hasUnsavedWork } from './unsaved-work.ts'

/** A release that waits for the person. */
export interface WaitingRelease {
  label: string
  /** Whether only a reload can bring it. */
  needsReload: boolean
  switchNow: () => void
}

interface Update {
  remote: RemoteRelease
  /** Whether what runs now must not run any longer. */
  isUrgent: boolean
}

export type ReleaseUpdates = ReturnType<typeof createReleaseUpdates>

/** Brings releases of later sets into the page: at once, at the next visit, or when work is saved. */
export function createReleaseUpdates(remotes: Remotes) {
  const updates = new Map<Place, Update>()
  const listeners = new Set<() => void>()
  let notice: WaitingRelease | undefined

  function offer(place: Place, remote: RemoteRelease, revoked: string[]): void {
    const running = place.mounted?.release
    updates.delete(place)
    if (running === undefined || running.version === remote.version) {
      place.remote = remote
      return
    }
    const isUrgent = revoked.includes(releaseName(remote, running))
    if (isUrgent || !remotes.isBroken(remote)) updates.set(place, { remote, isUrgent })
  }

  /** Brings what can be brought now. */
  function settle(): void {
    let next: WaitingRelease | undefined
    for (const [place, update] of updates) {
      if (!remotes.isOnShow(place)) {
        updates.delete(place)
        remotes.openNext(place, update.remote)
      } else if (update.isUrgent && (remotes.isFull() || hasUnsavedWork())) {
        next = noticeOf(place)
      } else if (update.isUrgent) {
        void switchNow(place)
      }
    }
    notice = next
    for (const listener of listeners) listener()
  }

  function noticeOf(place: Place): WaitingRelease {
    const needsReload = remotes.isFull()
    return {
      label: place.remote.label,
      needsReload,
      switchNow: () => (needsReload ? window.location.reload() : void switchNow(place)),
    }
  }

  async function switchNow(place: Place): Promise<void> {
    const update = updates.get(place)
    if (update === undefined) return
    updates.delete(place)
    const isSwitched = await remotes.switchTo(place, update.remote)
    // Better the old one than none; the next visit tries again.
    if (!isSwitched) updates.set(place, { ...update, isUrgent: false })
    settle()
  }

  return {
    /** Takes what the edge would give this visitor now. A remote that is new comes with a reload. */
    async take({ remotes: releases, revoked }: ReleaseSet): Promise<void> {
      const offers = remotes.places.map(async (place) => {
        const remote = releases.find(({ app }) => app === place.remote.app)
        await place.opening
        if (remote !== undefined) offer(place, remote, revoked)
        settle()
      })
      await Promise.all(offers)
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
