import type { ReleaseAsset } from '@errand/contract/release'

/** Starts downloads: `preload` of what is needed next, `prefetch` of what may be needed later. */
export function preload(assets: ReleaseAsset[], rel: 'preload' | 'prefetch' = 'preload'): void {
  for (const { url, as, integrity } of assets) {
    const isHinted = document.head.querySelector(`link[href="${url}"]`)
    // Without a hash they are a development server's.
    if (isHinted || !integrity) continue
    // The same attributes as the later request, else the browser fetches twice.
    const hint = { rel, as, integrity, crossOrigin: 'anonymous', href: url }
    document.head.append(Object.assign(document.createElement('link'), hint))
  }
}
