import { watchedContactsKey } from '@errand/contract/drafts'
import { browserStorage } from '@errand/shared-auth'

/** Whether this owner waits for the contact's next message. */
export const isWatched = (uid: string, contactId: string): boolean => read(uid).includes(contactId)

/** The message came: he waits no longer. */
export function stopWatching(uid: string, contactId: string): void {
  const [key, left] = [watchedContactsKey(uid), read(uid).filter((id) => id !== contactId)]
  browserStorage.setItem(key, JSON.stringify(left))
  // The browser tells the other tabs only.
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

function read(uid: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(watchedContactsKey(uid)) ?? '[]')
    return Array.isArray(kept) ? kept : []
  } catch {
    return []
  }
}
