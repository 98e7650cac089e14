import { useMedia } from '@errand/shared-ui'
import { useEffect, useRef, useState, type RefObject } from 'react'

/** Gives the focus to this, unless something has it that stands elsewhere and can be seen. */
export function focusIfLost(element: HTMLElement | null): void {
  const { activeElement } = document
  const isFree =
    activeElement === null ||
    activeElement.contains(element) ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  if (isFree) element?.focus({ preventScroll: true })
}

/** Goes to the button of the page that names the key in `aria-keyshortcuts`, if it is there. */
export function focusButton(key: string): HTMLElement | null {
  const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
  button?.focus()
  return button
}

/** Presses that button; what opens beside it is next for Tab, and leads back to it. */
export function pressButton(key: string): void {
  focusButton(key)?.click()
}

/** Goes to the text box of the open chat, once what was just decided is drawn. */
export function focusComposer(): void {
  const focus = () => document.querySelector<HTMLElement>('[data-composer]')?.focus()
  // What a key decided is drawn before the next key, which is a letter of the text already.
  queueMicrotask(focus)
  // What a menu or a dialog decided is drawn when that has closed.
  requestAnimationFrame(focus)
}

/** Goes to the templates of the open chat, once what was just decided is drawn. */
export function openTemplates(): void {
  requestAnimationFrame(() => {
    const first = document.querySelector<HTMLElement>('[data-template]')
    if (first === null) pressButton('t')
    else first.focus()
  })
}

/** Goes to the view that is chosen, once what was just decided is drawn. */
export function focusSelectedView(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[data-views] [aria-pressed=true]')?.focus(),
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
    if (isOnePane) focusIfLost(pane.current)
  }, [isOnePane])
  return pane
}

const textFields = 'textarea, input, [contenteditable]'

/** Whether a page is gone about by keys just now; what is only typed is typed by whoever points too. */
export function useIsKeyboardNavigation(): RefObject<boolean> {
  const isKeyboard = useRef(false)
  useEffect(() => {
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const handleKey = ({ key, target }: KeyboardEvent) => {
      const isTyped = target instanceof HTMLElement && target.matches(textFields)
      if (!isTyped || key === 'Escape' || key === 'Tab') isKeyboard.current = true
    }
    document.addEventListener('keydown', handleKey, options)
    document.addEventListener('pointerdown', () => void (isKeyboard.current = false), options)
    return () => stop.abort()
  }, [])
  return isKeyboard
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
