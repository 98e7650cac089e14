import { useCallback, useEffect, useRef, useState } from 'react'

/** The chats that were chosen for what is done with several at once. */
export function useSelection(order: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const shown = useRef(order)
  useEffect(() => {
    shown.current = order
  }, [order])
  // The same at all times: each row holds it, and none is drawn again for it.
  const select = useCallback((id: string, isRange: boolean) => {
    const from = last.current === undefined ? -1 : shown.current.indexOf(last.current)
    const to = shown.current.indexOf(id)
    const range = shown.current.slice(Math.min(from, to), Math.max(from, to) + 1)
    setSelected((current) => {
      if (isRange && from >= 0 && to >= 0) return new Set([...current, ...range])
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
    last.current = id
  }, [])
  return {
    selected,
    select,
    selectAll: () => setSelected(new Set(order)),
    clear: () => setSelected(new Set()),
  }
}
