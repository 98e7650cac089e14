import { useEffect, useRef, useState } from 'react'

/**
 * A press may take away what was pressed, and the focus would be lost with it: then it goes on by
 * `next`. What comes back belongs on the element around; `next` is also called once that is gone.
 */
export function useFocusFallback(next: () => void) {
  const isWithin = useRef(false)
  const latest = useRef(next)
  useEffect(() => {
    latest.current = next
    if (isWithin.current && isFocusLost()) next()
  })
  useEffect(
    () => () => {
      if (isWithin.current && isFocusLost()) latest.current()
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

/** Whether what had the focus is gone. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Whoever removes an item has the focus within it. It goes on to the one that takes its place, or to
 * the last, by what `selector` finds in the list; with none left to what is used to add one.
 */
export function useFocusAfterRemoval<
  Adder extends HTMLElement,
  List extends HTMLElement = HTMLDivElement,
>(selector: string) {
  const list = useRef<List>(null)
  const adder = useRef<Adder>(null)
  const [removed, setRemoved] = useState<{ at: number }>()
  useEffect(() => {
    if (removed === undefined) return
    const left = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const next = left[removed.at] ?? left.at(-1) ?? adder.current
    next?.focus()
  }, [removed, selector])
  return { list, adder, focusAfter: (at: number) => setRemoved({ at }) }
}
