import { draftPrefix } from '@errand/contract/drafts'
import { useMemo, useSyncExternalStore } from 'react'

import { tabStorage, type PageStorage } from './page-storage.ts'
import { getSession, useSession, type Session } from './session.ts'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
// Another tab has written, or signed out.
window.addEventListener('storage', notify)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the browser keeps under a topic for one owner, through reloads; signing out removes it. */
export function draftsOf(owner: string, topic: string, storage: PageStorage = tabStorage) {
  const keyOf = (name: string) => `${draftPrefix}${topic}:${owner}:${name}`
  return {
    keyOf,
    read: (name: string): unknown => parse(storage.getItem(keyOf(name))),
    /** `undefined` removes it. */
    write: (name: string, value: unknown): void => {
      // An answer that comes after its owner has left must not leave their text to others.
      if (ownerOf(getSession()) !== owner) return
      if (value === undefined) storage.removeItem(keyOf(name))
      else storage.setItem(keyOf(name), JSON.stringify(value))
      notify()
    },
  }
}

/** The drafts of a topic of whoever is signed in, to read and write without following them. */
export function useDrafts(topic: string, storage: PageStorage = tabStorage) {
  const owner = ownerOf(useSession())
  return useMemo(() => draftsOf(owner, topic, storage), [owner, topic, storage])
}

/** One draft, the same wherever it is shown; its reader checks what an earlier release may have kept. */
export function useDraft(topic: string, name: string, storage: PageStorage = tabStorage) {
  const { keyOf, read, write } = useDrafts(topic, storage)
  const text = useSyncExternalStore(subscribe, () => storage.getItem(keyOf(name)))
  const value = useMemo(() => parse(text), [text])
  return {
    value,
    /** What is kept at this very moment, for what happens later. */
    read: () => read(name),
    write: (next: unknown) => write(name, next),
  }
}

/** `anyone` only where nobody can sign in. */
const ownerOf = (session: Session): string =>
  session.status === 'signed-in' ? session.user.uid : 'anyone'

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
