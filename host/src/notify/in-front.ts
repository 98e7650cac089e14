const prefix = (uid: string) => `errand:in-front:${uid}:`

/** Whether this tab is visible and focused. */
export const isInFront = (): boolean =>
  document.visibilityState === 'visible' && document.hasFocus()

/**
 * Tells other tabs, by holding a lock, that this one is in front, and with which chat; returns a
 * function that stops it.
 */
export function announceInFront(uid: string, sessionId: string): () => void {
  // Locks need a secure origin.
  const { locks } = navigator as Partial<Navigator>
  if (locks === undefined) return () => undefined
  let leaving: AbortController | undefined
  const releaseLock = () => {
    leaving?.abort()
    leaving = undefined
  }
  const updateLock = () => {
    if (!isInFront()) return releaseLock()
    if (leaving !== undefined) return undefined
    leaving = new AbortController()
    const { signal } = leaving
    const released = new Promise((resolve) => signal.addEventListener('abort', resolve))
    locks
      .request(prefix(uid) + sessionId, { mode: 'shared' }, () => released)
      // Where site data is blocked there are none either.
      .catch(() => undefined)
    return undefined
  }
  updateLock()
  for (const change of ['focus', 'blur']) window.addEventListener(change, updateLock)
  document.addEventListener('visibilitychange', updateLock)
  return () => {
    for (const change of ['focus', 'blur']) window.removeEventListener(change, updateLock)
    document.removeEventListener('visibilitychange', updateLock)
    releaseLock()
  }
}

/** The chats of the tabs in front; an empty string for a tab without one. */
export async function chatsInFront(uid: string): Promise<string[]> {
  const { locks } = navigator as Partial<Navigator>
  const tabs = await locks?.query().catch(() => undefined)
  if (tabs === undefined) return isInFront() ? [''] : []
  const { held = [] } = tabs
  return held.flatMap(({ name = '' }) =>
    name.startsWith(prefix(uid)) ? [name.slice(prefix(uid).length)] : [],
  )
}
