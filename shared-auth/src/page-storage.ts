/** What the browser keeps for the page; the page itself keeps it for the visit where the browser will not. */
export interface PageStorage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
  removeItem: (key: string) => void
  keys: () => string[]
}

/** Kept through reloads and closed tabs, and seen by every tab. */
export const browserStorage = createStorage('localStorage')
/** Kept through reloads of this tab. */
export const tabStorage = createStorage('sessionStorage')

function createStorage(name: 'localStorage' | 'sessionStorage'): PageStorage {
  // What the browser did not take is newer than what it has.
  const memory = new Map<string, string>()
  // Full, or site data blocked: then even to name the storage throws.
  const tryStorage = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(window[name])
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => memory.get(key) ?? tryStorage((storage) => storage.getItem(key), null),
    setItem(key, value) {
      const isStored = tryStorage((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isStored) memory.delete(key)
      else memory.set(key, value)
    },
    removeItem(key) {
      memory.delete(key)
      tryStorage((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...memory.keys(), ...tryStorage(Object.keys, [])])],
  }
}
