import { useEffect, useRef, type RefObject } from 'react'

const textFields = 'textarea, input, [contenteditable]'

/** Whether a page is gone about by keys just now; what is only typed is typed by whoever points too. */
export function useByKey(): RefObject<boolean> {
  const isByKey = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const handleKey = ({ key, target }: KeyboardEvent) => {
      const isTyped = target instanceof HTMLElement && target.matches(textFields)
      if (!isTyped || key === 'Escape' || key === 'Tab') isByKey.current = true
    }
    document.addEventListener('keydown', handleKey, options)
    document.addEventListener('pointerdown', () => void (isByKey.current = false), options)
    return () => stop.abort()
  }, [])
  return isByKey
}
