import { latinKey } from '@errand/shared-ui'
import { useEffectEvent, useLayoutEffect } from 'react'

/** Ctrl+S saves the job instead of the web page. */
export function useSaveShortcut(onSave: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (latinKey(event).toLowerCase() !== 's') return
    event.preventDefault()
    // Holding the key down saves once.
    if (!event.repeat) onSave()
  })
  // Before painting, so that the shortcut works as soon as the form is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
