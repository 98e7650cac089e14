import { useEffect, useRef, useState } from 'react'

import { isFocusLost } from '../pane/focus.ts'

/** Long enough for the click that takes the focus away to reach what it was meant for. */
const clickMs = 300

interface ShownItemsOptions<Item> {
  keyOf: (item: Item) => string
  /** Whether the owner writes in the item of this key, or has left text in it. */
  isInUse: (key: string) => boolean
  /** The key of an item that is shown wherever it stands in the list. */
  linkedKey: string | undefined
}

/** How many are shown before the owner asks for all. */
const maxCollapsedItems = 3

/**
 * The items of a list to show. One that another tab took out of it stays while it is in use here:
 * otherwise its text would be lost, or the owner would go on typing in the box that takes its place.
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
    /** Shows all, and gives back the place of the first that was not shown before. */
    showAll: (): number => {
      setShowsAll(true)
      return all.findIndex((item, at) => !isShown(item, at))
    },
    /** Takes an item out at once, in use or not, and gives back the place it had. */
    remove: (key: string): number => {
      setState((now) => ({
        ...now,
        all: now.all.filter((one) => keyOf(one) !== key),
        removed: key,
      }))
      return shown.findIndex((one) => keyOf(one) === key)
    },
    /** What stayed only because the focus was in it goes once the focus is elsewhere. */
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

/** Whether the focus is in what is marked with this key: a question's item, an answer's editor. */
export const isFocusIn = (key: string): boolean =>
  document.activeElement?.closest<HTMLElement>('[data-in-use]')?.dataset['inUse'] === key

/**
 * Moves the focus after what the owner did in this tab, and only where it would be lost: to what
 * `selector` finds at that place of the list, or to the section.
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
