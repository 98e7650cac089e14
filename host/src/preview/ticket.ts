import type { ReleaseSet } from '@errand/contract/release'
import { tabStorage } from '@errand/shared-auth'

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
    if (override === undefined) tabStorage.removeItem(key)
    else tabStorage.setItem(key, asked)
    return false
  }
  const kept = tabStorage.getItem(key)
  if (kept === null) return false
  url.searchParams.set(parameter, kept)
  window.location.replace(url)
  return true
}

/** Opens this page without the releases of the ticket. */
export function leavePreview(): void {
  tabStorage.removeItem(key)
  const url = new URL(window.location.href)
  url.searchParams.delete(parameter)
  window.location.replace(url)
}
