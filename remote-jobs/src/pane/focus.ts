import { useEffect, useRef, useState } from 'react'

/**
 * Pressing a button may remove it and lose the focus: then `next` moves the focus. The returned
 * handlers belong on the surrounding element; `next` is also called when that element itself is
 * removed.
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
    // Browsers send no blur event for an element that is removed while it has the focus.
    onBlur: () => {
      isWithin.current = false
    },
  }
}

/** Whether the element that had the focus is gone. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Moves the focus after an item was removed: to the item in its place, else to the last one, found
 * by `selector`; in an empty list to the button that adds one.
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
