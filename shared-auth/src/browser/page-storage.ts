/** Storage for the page; falls back to memory where the browser refuses to store. */
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
  // Values that the browser did not accept are newer than those it has.
  const memory = new Map<string, string>()
  // The storage may be full, or site data blocked: then merely accessing the property throws.
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
