import { useEffect, useRef } from 'react'

/**
 * A press may take away what was pressed, and the focus would be lost with it: then it goes on by
 * `next`. What comes back belongs on the element around; `next` is also called once that is gone.
 */
export function useKeptFocus(next: () => void) {
  const isWithin = useRef(false)
  const latest = useRef(next)
  useEffect(() => {
    latest.current = next
    if (isWithin.current && isLost()) next()
  })
  useEffect(
    () => () => {
      if (isWithin.current && isLost()) latest.current()
    },
    [],
  )
  return {
    onFocus: () => {
      isWithin.current = true
    },
    // Not heard for what is taken away while it has the focus.
    onBlur: () => {
      isWithin.current = false
    },
  }
}

const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
