import { draftPrefix } from '@errand/contract/drafts'
import { useMemo, useSyncExternalStore } from 'react'

import { tabStorage, type PageStorage } from './browser/page-storage.ts'
import { getSession, useSession, type Session } from './session/session.ts'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}
// Another tab has changed a draft or signed out.
window.addEventListener('storage', notify)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Drafts of one owner under a topic, kept in the browser through reloads; removed at sign-out. */
export function draftsOf(owner: string, topic: string, storage: PageStorage = tabStorage) {
  const keyOf = (name: string) => `${draftPrefix}${topic}:${owner}:${name}`
  return {
    keyOf,
    read: (name: string): unknown => parse(storage.getItem(keyOf(name))),
    /** `undefined` removes it. */
    write: (name: string, value: unknown): void => {
      // After sign-out a late write must not leave the owner's text to others.
      if (ownerOf(getSession()) !== owner) return
      if (value === undefined) storage.removeItem(keyOf(name))
      else storage.setItem(keyOf(name), JSON.stringify(value))
      notify()
    },
  }
}

/** The signed-in owner's drafts of a topic, to read and write without subscribing. */
export function useDrafts(topic: string, storage: PageStorage = tabStorage) {
  const owner = ownerOf(useSession())
  return useMemo(() => draftsOf(owner, topic, storage), [owner, topic, storage])
}

/**
 * One draft, shared by all components; its reader validates what an earlier release may have
 * stored: `const { value, write } = useDraft('jobs', 'sentence')`.
 */
export function useDraft(topic: string, name: string, storage: PageStorage = tabStorage) {
  const { keyOf, read, write } = useDrafts(topic, storage)
  const text = useSyncExternalStore(subscribe, () => storage.getItem(keyOf(name)))
  const value = useMemo(() => parse(text), [text])
  return {
    value,
    /** The value at this moment, for callbacks that run later. */
    read: () => read(name),
    write: (next: unknown) => write(name, next),
  }
}

/** `anyone` only occurs where sign-in is not possible. */
const ownerOf = (session: Session): string =>
  session.status === 'signed-in' ? session.user.uid : 'anyone'

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
