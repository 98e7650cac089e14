import { isBelow } from '@errand/contract/paths'
import type { ReleaseAsset } from '@errand/contract/release'
import { matchPath } from 'react-router-dom'

import type { Place } from './remotes.ts'

type PrefetchTarget = Pick<Place, 'remote' | 'mounted'>

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Prefetches the other remotes when the page is idle, unless the connection is slow or metered. */
export function prefetchRemotes(places: PrefetchTarget[]): void {
  const { connection = {} } = navigator as { connection?: Connection }
  const { saveData, effectiveType } = connection
  if (saveData || effectiveType?.includes('2g')) return
  whenIdle(() => {
    for (const { remote } of places) preload([remote.entry, ...remote.preload], 'prefetch')
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
  preload([entry, ...assets, ...(page?.preload ?? [])])
}

/** Starts downloads: `preload` for what is needed next, `prefetch` for what may be needed later. */
function preload(assets: ReleaseAsset[], rel: 'preload' | 'prefetch' = 'preload'): void {
  for (const { url, as, integrity } of assets) {
    const isHinted = document.head.querySelector(`link[href="${url}"]`)
    // Only development servers have no hashes.
    if (isHinted || !integrity) continue
    // The same attributes as the later request, otherwise the browser fetches twice.
    const hint = { rel, as, integrity, crossOrigin: 'anonymous', href: url }
    document.head.append(Object.assign(document.createElement('link'), hint))
  }
}

/** Runs a task when the browser is idle; Safari has no such callback. */
export function whenIdle(task: () => void): void {
  const { requestIdleCallback = setTimeout } = window as Partial<Window>
  requestIdleCallback(task)
}
