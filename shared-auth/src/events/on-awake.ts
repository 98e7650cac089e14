/** Calls back when the page is looked at again or the network is back; answers how to stop. */
export function onAwake(listener: () => void): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('online', listener)
  window.addEventListener('focus', listener)
  document.addEventListener('visibilitychange', look)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', look)
  }
}
