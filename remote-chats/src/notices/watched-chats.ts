import { watchedContactsKey } from '@errand/contract/drafts'
import { browserStorage } from '@errand/shared-auth'
import { atom, createStore, useAtomValue } from 'jotai'

import { ownStorage, perOwner } from '../owner/own-storage.ts'
import { useOwnerId } from '../owner/use-owner-id.ts'

/**
 * The contacts whose next message the owner waits for, in whichever chat it comes. The shell tells
 * him of it, also where no chats are open, and takes the contact off.
 */
function createWatched(owner: string) {
  const storage = ownStorage(browserStorage, 'watched', owner)
  const read = (): readonly string[] => {
    const kept = storage.read('contacts')
    return Array.isArray(kept) ? kept.map(String) : []
  }
  const store = createStore()
  const idsAtom = atom(read())
  const follow = ({ key }: StorageEvent) => {
    if (key === watchedContactsKey(owner)) store.set(idsAtom, read())
  }
  window.addEventListener('storage', follow)
  return {
    store,
    idsAtom,
    end: () => window.removeEventListener('storage', follow),
    set(id: string, isWatched: boolean) {
      store.set(idsAtom, (ids) => [...ids.filter((one) => one !== id), ...(isWatched ? [id] : [])])
      storage.write('contacts', store.get(idsAtom))
    },
  }
}

const watchedOf = perOwner(createWatched, ({ end }) => end())

/** Whether the owner waits for a contact's next message, and how he says so. */
export function useWatch(contactId: string) {
  const watched = watchedOf(useOwnerId())
  const ids = useAtomValue(watched.idsAtom, { store: watched.store })
  return {
    isWatched: ids.includes(contactId),
    watch: (isWatched: boolean) => watched.set(contactId, isWatched),
  }
}
