import { useMedia } from '@errand/shared-ui'
import { useEffect, useRef, useState, type RefObject } from 'react'

/** Focuses an element, unless a visible element elsewhere has the focus. */
export function focusIfLost(element: HTMLElement | null): void {
  const { activeElement } = document
  const isFree =
    activeElement === null ||
    activeElement.contains(element) ||
    !activeElement.checkVisibility({ visibilityProperty: true })
  if (isFree) element?.focus({ preventScroll: true })
}

/** Focuses the button with this key in `aria-keyshortcuts`, if there is one. */
export function focusButton(key: string): HTMLElement | null {
  const button = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
  button?.focus()
  return button
}

/** Presses that button; Tab then goes to what it opens. */
export function pressButton(key: string): void {
  focusButton(key)?.click()
}

/** Focuses the reply box of the open chat, after the next render. */
export function focusComposer(): void {
  const focus = () => document.querySelector<HTMLElement>('[data-composer]')?.focus()
  // For shortcuts: before the next key, which is already text for the box.
  queueMicrotask(focus)
  // For menus and dialogs: after they have closed.
  requestAnimationFrame(focus)
}

/** Opens the templates of the open chat, after the next render. */
export function openTemplates(): void {
  requestAnimationFrame(() => {
    const first = document.querySelector<HTMLElement>('[data-template]')
    if (first === null) pressButton('t')
    else first.focus()
  })
}

/** Focuses the selected view, after the next render. */
export function focusSelectedView(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('[data-views] [aria-pressed=true]')?.focus(),
  )
}

/** Whether one pane is shown at a time, as on a phone; the same width as in the styles. */
export const useIsOnePane = (): boolean => useMedia('(width < 860px)')

/**
 * When one pane is shown at a time, focuses the pane that replaced the list, because the pressed
 * row is no longer visible. The element needs `tabIndex={-1}`.
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

/** Whether the owner is navigating by keyboard; typing text does not count. */
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
 * State of a value that is edited in place. `isLeft` says that the focus was inside `frame` when
 * editing ended: it belongs on the edit button.
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
