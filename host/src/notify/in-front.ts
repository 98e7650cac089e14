const prefix = (uid: string) => `errand:in-front:${uid}:`

/** Whether this tab is before its owner's eyes. */
export const isInFront = (): boolean =>
  document.visibilityState === 'visible' && document.hasFocus()

/**
 * Lets the other tabs know, by a lock, while this one is before its owner's eyes, and with which
 * chat; answers how to stop.
 */
export function sayInFront(uid: string, sessionId: string): () => void {
  // Without a secure origin there are no locks.
  const { locks } = navigator as Partial<Navigator>
  if (locks === undefined) return () => undefined
  let leaving: AbortController | undefined
  const leave = () => {
    leaving?.abort()
    leaving = undefined
  }
  const look = () => {
    if (!isInFront()) return leave()
    if (leaving !== undefined) return undefined
    leaving = new AbortController()
    const { signal } = leaving
    const left = new Promise((resolve) => signal.addEventListener('abort', resolve))
    locks
      .request(prefix(uid) + sessionId, { mode: 'shared' }, () => left)
      // Where site data is blocked there are none either.
      .catch(() => undefined)
    return undefined
  }
  look()
  for (const change of ['focus', 'blur']) window.addEventListener(change, look)
  document.addEventListener('visibilitychange', look)
  return () => {
    for (const change of ['focus', 'blur']) window.removeEventListener(change, look)
    document.removeEventListener('visibilitychange', look)
    leave()
  }
}

/** The chats in the tabs that are in front; the empty text where one shows none. */
export async function chatsInFront(uid: string): Promise<string[]> {
  const { locks } = navigator as Partial<Navigator>
  const tabs = await locks?.query().catch(() => undefined)
  if (tabs === undefined) return isInFront() ? [''] : []
  const { held = [] } = tabs
  return held.flatMap(({ name = '' }) =>
    name.startsWith(prefix(uid)) ? [name.slice(prefix(uid).length)] : [],
  )
}
