import { productName } from '@errand/contract/product'
import { withoutTurns } from '@errand/contract/visible-text'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'

import { takeFocus } from '../keyboard/focus.ts'

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Whether the list and the open chat take turns, as on a phone; the same width as in the styles. */
export const useIsOnePane = (): boolean => useMedia('(width < 860px)')

/**
 * Where one pane is shown at a time, gives the focus to what is now in the place of the list: the row
 * that was pressed can be seen no longer. What it is put on needs `tabIndex={-1}`.
 */
export function usePaneFocus<T extends HTMLElement>(): RefObject<T | null> {
  const pane = useRef<T>(null)
  const isOnePane = useIsOnePane()
  useEffect(() => {
    if (isOnePane) takeFocus(pane.current)
  }, [isOnePane])
  return pane
}

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

/** Names the browser's tab after the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${withoutTurns(title)} · ${productName}`
  }, [title])
}

/**
 * A value that is changed where it stands. `isLeft` says that the focus was within `frame` when that
 * ended: it belongs on the button by which it began.
 */
export function useEditInPlace() {
  const frame = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'shown' | 'open' | 'left'>('shown')
  return {
    frame,
    isOpen: state === 'open',
    isLeft: state === 'left',
    open: () => setState('open'),
    close: () => {
      const isWithin = frame.current?.contains(document.activeElement) === true
      setState(isWithin ? 'left' : 'shown')
    },
  }
}
