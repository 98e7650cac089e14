import type { ReleaseAsset, RemoteRelease } from '@errand/contract/release'

const started = new Set<string>()

/** Starts all downloads of a remote at once, instead of one after the other as its code asks. */
export function preload({ entry, preload: assets }: RemoteRelease): void {
  for (const asset of [entry, ...assets]) {
    if (started.has(asset.url) || asset.integrity === undefined) continue
    started.add(asset.url)
    const isHinted = document.head.querySelector(`link[rel="preload"][href="${asset.url}"]`)
    if (isHinted === null) document.head.append(link(asset))
  }
}

function link({ url, as, integrity }: ReleaseAsset): HTMLLinkElement {
  const element = document.createElement('link')
  element.rel = 'preload'
  element.as = as
  // The same attributes as the later request, else the browser fetches twice.
  element.crossOrigin = 'anonymous'
  if (integrity !== undefined) element.integrity = integrity
  element.href = url
  return element
}
