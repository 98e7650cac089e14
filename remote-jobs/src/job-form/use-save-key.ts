import { useEffect, useEffectEvent } from 'react'

/** Ctrl S, or Cmd S, saves; the browser would store the page. */
export function useSaveKey(save: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
