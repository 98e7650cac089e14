import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
} from 'react'

import { Kbd } from '../actions/kbd.tsx'
import { anchoredBy } from './anchored-by.ts'
import styles from './tooltip.module.css'

interface TooltipProps {
  text: string
  shortcut?: string
  /** When it only repeats the name of what it explains, it is not read a second time. */
  isName?: boolean
  /** The one focusable element that it explains. */
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

const hoverDelayMs = 400

/** A word about what the pointer or the focus is on; Escape hides it. */
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
        // A finger has no hover: the bubble would stay and cover things.
        if (pointerType !== 'touch') timer.current = setTimeout(show, hoverDelayMs)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => {
        if (!target.matches(':focus-visible')) return
        clearTimeout(timer.current)
        // A panel that closes gives the focus back, and until it has no other may open.
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
