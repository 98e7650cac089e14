import type { ReleaseSet } from '@errand/contract/release'

const parameter = 'ticket'
const key = 'errand:ticket'

/**
 * Keeps the ticket of a preview for this tab: addresses inside the page lose it, and a reload needs
 * it. Answers true when the document is being opened again, with it.
 */
export function keepPreview({ override }: ReleaseSet): boolean {
  const url = new URL(window.location.href)
  const asked = url.searchParams.get(parameter)
  if (asked !== null) {
    // One that was not granted has ended.
    inTab((tab) => (override === undefined ? tab.removeItem(key) : tab.setItem(key, asked)))
    return false
  }
  const kept = inTab((tab) => tab.getItem(key))
  if (typeof kept !== 'string') return false
  url.searchParams.set(parameter, kept)
  window.location.replace(url)
  return true
}

/** Opens this page without the releases of the ticket. */
export function leavePreview(): void {
  inTab((tab) => tab.removeItem(key))
  const url = new URL(window.location.href)
  url.searchParams.delete(parameter)
  window.location.replace(url)
}

function inTab<T>(use: (tab: Storage) => T): T | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    // Without storage a preview lasts until the first reload.
    return undefined
  }
}
