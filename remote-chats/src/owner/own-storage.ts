import { draftPrefix } from '@errand/contract/drafts'
import { onSessionChange, type PageStorage } from '@errand/shared-auth'

/** A part of the browser's storage that belongs to one owner; signing out empties it. */
export interface OwnStorage {
  read: (name: string) => unknown
  /** `undefined` removes it. */
  write: (name: string, value: unknown) => void
  names: () => string[]
}

/** What a storage keeps under a topic for an owner. */
export function ownStorage(storage: PageStorage, topic: string, owner: string): OwnStorage {
  const prefix = `${draftPrefix}${topic}:${owner}:`
  return {
    read(name) {
      try {
        return JSON.parse(storage.getItem(prefix + name) ?? 'null') as unknown
      } catch {
        return null
      }
    },
    write(name, value) {
      if (value === undefined) storage.removeItem(prefix + name)
      else storage.setItem(prefix + name, JSON.stringify(value))
    },
    names: () =>
      storage
        .keys()
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length)),
  }
}

/** One instance for each owner, made when it is asked for first and dropped when he leaves. */
export function perOwner<T>(make: (owner: string) => T, drop: (instance: T) => void) {
  const instances = new Map<string, T>()
  onSessionChange(() => {
    for (const instance of instances.values()) drop(instance)
    instances.clear()
  })
  return (owner: string): T => {
    const instance = instances.get(owner) ?? make(owner)
    instances.set(owner, instance)
    return instance
  }
}
