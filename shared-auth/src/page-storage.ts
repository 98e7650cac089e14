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
  const untaken = new Map<string, string>()
  // Full, or site data blocked: then even to name the storage throws.
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(window[name])
    } catch {
      return otherwise
    }
  }
  return {
    getItem: (key) => untaken.get(key) ?? attempt((storage) => storage.getItem(key), null),
    setItem(key, value) {
      const isTaken = attempt((storage) => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isTaken) untaken.delete(key)
      else untaken.set(key, value)
    },
    removeItem(key) {
      untaken.delete(key)
      attempt((storage) => storage.removeItem(key), undefined)
    },
    keys: () => [...new Set([...untaken.keys(), ...attempt(Object.keys, [])])],
  }
}
