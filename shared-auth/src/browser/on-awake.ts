/** Calls back when the page becomes visible again or the network returns. */
export function onAwake(
  listener: () => void,
  signal: AbortSignal = new AbortController().signal,
): void {
  const notifyIfAwake = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener, { signal })
  window.addEventListener('focus', listener, { signal })
  document.addEventListener('visibilitychange', notifyIfAwake, { signal })
}
