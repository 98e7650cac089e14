import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
} from 'react'

import { anchoredBy } from './anchored-by.ts'
import { Kbd } from './kbd.tsx'
import styles from './tooltip.module.css'

interface TooltipProps {
  text: string
  shortcut?: string
  /** Whether it only repeats the element's name, so that screen readers skip it. */
  isName?: boolean
  /** The one focusable element that it describes. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

const hoverDelayMs = 400

/** A tooltip on hover and focus; Escape hides it. */
export function Tooltip({ text, shortcut, isName = false, children }: TooltipProps) {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = () => void (bubble.current?.isConnected && bubble.current.showPopover())
  const hide = () => {
    clearTimeout(timer.current)
    bubble.current?.hidePopover()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') hide()
  }
  const { anchor, anchored } = anchoredBy(id)
  return (
    <span
      role="presentation"
      className={styles['anchor']}
      style={anchor}
      onPointerEnter={({ pointerType }) => {
        // Touch has no hover: the tooltip would stay and cover things.
        if (pointerType !== 'touch') timer.current = setTimeout(show, hoverDelayMs)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => {
        if (!target.matches(':focus-visible')) return
        clearTimeout(timer.current)
        // A closing popover returns the focus, and until it has, no other may open.
        timer.current = setTimeout(show)
      }}
      onBlur={hide}
      onKeyDown={handleKeyDown}
    >
      {cloneElement(children, isName ? {} : { 'aria-describedby': id })}
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="manual"
        aria-hidden={isName || undefined}
        className={styles['bubble']}
        style={anchored}
      >
        <span>{text}</span>
        {shortcut !== undefined && <Kbd keys={shortcut} />}
      </span>
    </span>
  )
}
