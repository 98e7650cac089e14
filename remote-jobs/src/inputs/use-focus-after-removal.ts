import { useEffect, useRef, useState } from 'react'

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
