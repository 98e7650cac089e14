import { useEffect, useRef, useState } from 'react'

import { isFocusLost } from '../pane/focus.ts'

/** Long enough for the click that took the focus away to reach its target. */
const clickMs = 300

interface ShownItemsOptions<Item> {
  keyOf: (item: Item) => string
  /** Whether the owner is typing in the item with this key, or has unsaved text in it. */
  isInUse: (key: string) => boolean
  /** The key of an item that is always shown, such as the target of a link. */
  linkedKey: string | undefined
}

/** How many items are shown before "show all". */
const maxCollapsedItems = 3

/**
 * The items of a list to show. An item that another tab removed stays while it is in use here:
 * otherwise its text would be lost, or the owner would go on typing in the item that takes its
 * place.
 */
export function useShownItems<Item>(items: readonly Item[], options: ShownItemsOptions<Item>) {
  const { keyOf, isInUse, linkedKey } = options
  const [showsAll, setShowsAll] = useState(false)
  const [state, setState] = useState({ items, all: items, removed: '' })
  const isIn = (list: readonly Item[], key: string) => list.some((one) => keyOf(one) === key)
  if (state.items !== items) {
    const all = [...items]
    for (const [at, item] of state.all.entries()) {
      const key = keyOf(item)
      const isGone = !isIn(items, key) && key !== state.removed
      if (isGone && isInUse(key)) all.splice(at, 0, item)
    }
    setState({ items, all, removed: '' })
  }
  const { all } = state
  const isShown = (item: Item, at: number) =>
    showsAll || at < maxCollapsedItems || keyOf(item) === linkedKey || isInUse(keyOf(item))
  const shown = all.filter(isShown)
  return {
    shown,
    count: all.length,
    isGone: (item: Item) => !isIn(items, keyOf(item)),
    /** Shows all items; returns the index of the first one that was hidden. */
    showAll: (): number => {
      setShowsAll(true)
      return all.findIndex((item, at) => !isShown(item, at))
    },
    /** Removes an item at once, in use or not; returns its index. */
    remove: (key: string): number => {
      setState((now) => ({
        ...now,
        all: now.all.filter((one) => keyOf(one) !== key),
        removed: key,
      }))
      return shown.findIndex((one) => keyOf(one) === key)
    },
    /** Drops removed items that stayed only because they had the focus. */
    onBlur: () => {
      setTimeout(() => {
        setState((now) => {
          const left = now.all.filter((one) => isIn(now.items, keyOf(one)) || isInUse(keyOf(one)))
          return left.length === now.all.length ? now : { ...now, all: left }
        })
      }, clickMs)
    },
  }
}

/** Whether the focus is in the element with this key: a question or the editor of an answer. */
export const isFocusIn = (key: string): boolean =>
  document.activeElement?.closest<HTMLElement>('[data-in-use]')?.dataset['inUse'] === key

/**
 * Moves the focus after the owner removed an item, but only if it would be lost: to the element
 * that `selector` finds at that index, or to the section.
 */
export function useFocusAfterSettling(selector: string) {
  const list = useRef<HTMLDivElement>(null)
  const [next, setNext] = useState<{ at: number }>()
  useEffect(() => {
    if (next === undefined || !isFocusLost()) return
    const left = [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const target = left[next.at] ?? left.at(-1) ?? document.getElementById('questions')
    target?.focus()
  }, [next, selector])
  return { list, focusAt: (at: number) => setNext({ at }) }
}
