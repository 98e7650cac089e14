import { isBelow } from '@errand/contract/paths'
import type { ReleaseAsset } from '@errand/contract/release'
import { matchPath } from 'react-router-dom'

import type { Place } from './remotes.ts'

type PrefetchTarget = Pick<Place, 'remote' | 'mounted'>

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Fetches the other remotes when the page is idle, unless the connection is slow or metered. */
export function prefetchRemotes(places: PrefetchTarget[]): void {
  const { connection = {} } = navigator as { connection?: Connection }
  const { saveData, effectiveType } = connection
  if (saveData || effectiveType?.includes('2g')) return
  whenIdle(() => {
    for (const { remote } of places) fetchAhead([remote.entry, ...remote.preload], 'low')
  })
}

// Touching a link triggers a pointer event as well.
const intents = ['pointerover', 'focusin'] as const

/** Preloads the target of a link when the owner is about to use it. */
export function preloadOnIntent(places: PrefetchTarget[]): void {
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === window.location.origin) preloadPage(places, link.pathname)
  }
  for (const intent of intents) document.addEventListener(intent, onIntent, { passive: true })
}

/**
 * Starts all downloads of a page at once, instead of one after the other as its code requests them.
 */
export function preloadPage(places: PrefetchTarget[], path: string): void {
  const place = places.find(({ remote }) => isBelow(remote.mount, path))
  if (place === undefined) return
  const { remote, mounted } = place
  const { entry, preload: assets, pages } = mounted?.release ?? remote
  const page = pages.find((candidate) => matchPath(`${remote.mount}/${candidate.path}`, path))
  fetchAhead([entry, ...assets, ...(page?.preload ?? [])], 'high')
}

const requested = new Set<string>()

/**
 * Fills the browser's cache with what is needed next, or may be later. Not by links: Safari has no
 * `prefetch`, which Firefox checks against `default-src` alone, and in Chromium a `preload` that failed
 * makes every later request of the page for that file fail.
 */
function fetchAhead(assets: ReleaseAsset[], priority: RequestPriority): void {
  for (const { url, integrity } of assets) {
    const isInDocument = document.head.querySelector(`link[href="${url}"]`) !== null
    // Only development servers have no hashes.
    if (!integrity || isInDocument || requested.has(url)) continue
    requested.add(url)
    // The hash has the browser read the whole file; mode and credentials are those of the later
    // request, otherwise the browser fetches twice.
    fetch(url, { integrity, priority }).catch(() => requested.delete(url))
  }
}

/** Runs a task when the browser is idle; Safari has no such callback. */
export function whenIdle(task: () => void): void {
  const { requestIdleCallback = setTimeout } = window as Partial<Window>
  requestIdleCallback(task)
}
