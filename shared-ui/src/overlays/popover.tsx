import {
  cloneElement,
  useId,
  useState,
  type ButtonHTMLAttributes,
  type ReactElement,
  type ReactNode,
} from 'react'

import { anchoredBy } from '../tooltip/anchored-by.ts'
import styles from './popover.module.css'

interface PopoverProps {
  /** Its name for assistive technology. */
  label: string
  /** The button that opens it. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A small panel beside its button; a press outside or Escape closes it. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { anchor, anchored } = anchoredBy(id)
  return (
    <>
      {cloneElement(trigger, {
        popoverTarget: id,
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        style: anchor,
      })}
      <div
        id={id}
        role="dialog"
        aria-label={label}
        popover="auto"
        className={styles['popover']}
        style={anchored}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
      >
        {isOpen &&
          (typeof children === 'function'
            ? children(() => document.getElementById(id)?.hidePopover())
            : children)}
      </div>
    </>
  )
}
