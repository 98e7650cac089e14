import { latinKey } from '@errand/shared-ui'
import { useEffectEvent, useLayoutEffect } from 'react'

interface FormKeys {
  onSave: () => void
  /** Whether Ctrl Z means a change that was not typed; else it is the browser's. */
  isUndoOurs: () => boolean
  undo: () => void
}

/** Ctrl S saves, where the browser would store the page; Ctrl Z takes back what was not typed. */
export function useFormKeys({ onSave, isUndoOurs, undo }: FormKeys): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    const key = latinKey(event).toLowerCase()
    if (key === 's') {
      event.preventDefault()
      // Held down it is one wish, not twenty.
      if (!event.repeat) onSave()
    } else if (key === 'z' && !event.defaultPrevented && isUndoOurs()) {
      event.preventDefault()
      if (!event.repeat) undo()
    }
  })
  // Before it is painted: the keys are there with the form.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
