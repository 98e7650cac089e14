import { isBelow } from '@errand/contract/paths'
import type { ReleaseAsset } from '@errand/contract/release'
import { matchPath } from 'react-router-dom'

import type { Place } from './remotes.ts'

type PrefetchTarget = Pick<Place, 'remote' | 'mounted'>

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Fetches the other remotes when the page is idle, unless the connection is slow or dear. */
export function prefetchRemotes(places: PrefetchTarget[]): void {
  const { connection = {} } = navigator as { connection?: Connection }
  const { saveData, effectiveType } = connection
  if (saveData || effectiveType?.includes('2g')) return
  whenIdle(() => {
    for (const { remote } of places) preload([remote.entry, ...remote.preload], 'prefetch')
  })
}

// A finger's touch is a pointer that comes over the link, too.
const intents = ['pointerover', 'focusin'] as const

/** Fetches what a link leads to once somebody seems to want it. */
export function preloadOnIntent(places: PrefetchTarget[]): void {
  const onIntent = ({ target }: Event): void => {
    const link = target instanceof Element && target.closest('a')
    if (link && link.origin === window.location.origin) preloadPage(places, link.pathname)
  }
  for (const intent of intents) document.addEventListener(intent, onIntent, { passive: true })
}

/** Starts all downloads of a page at once, instead of one after the other as its code asks. */
export function preloadPage(places: PrefetchTarget[], path: string): void {
  const place = places.find(({ remote }) => isBelow(remote.mount, path))
  if (place === undefined) return
  const { remote, mounted } = place
  const { entry, preload: assets, pages } = mounted?.release ?? remote
  const page = pages.find((candidate) => matchPath(`${remote.mount}/${candidate.path}`, path))
  preload([entry, ...assets, ...(page?.preload ?? [])])
}

/** Starts downloads: `preload` of what is needed next, `prefetch` of what may be needed later. */
function preload(assets: ReleaseAsset[], rel: 'preload' | 'prefetch' = 'preload'): void {
  for (const { url, as, integrity } of assets) {
    const isHinted = document.head.querySelector(`link[href="${url}"]`)
    // Without a hash they are a development server's.
    if (isHinted || !integrity) continue
    // The same attributes as the later request, else the browser fetches twice.
    const hint = { rel, as, integrity, crossOrigin: 'anonymous', href: url }
    document.head.append(Object.assign(document.createElement('link'), hint))
  }
}

/** Runs a task when the page has nothing better to do; Safari knows no such moment. */
export function whenIdle(task: () => void): void {
  const { requestIdleCallback = setTimeout } = window as Partial<Window>
  requestIdleCallback(task)
}
