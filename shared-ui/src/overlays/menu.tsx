import { cloneElement, lazy, Suspense, useRef, useState, type ReactElement } from 'react'

import type { ButtonProps } from '../actions/button.tsx'
import type { MenuEntry } from './menu-popup.tsx'

interface MenuProps {
  /** Its name for assistive technology. */
  label: string
  entries: readonly MenuEntry[]
  /** The button that opens it. */
  trigger: ReactElement<ButtonProps>
}

// Most menus are never opened: their code is loaded when a pointer or the focus approaches one.
const importPopup = async () => ({ default: (await import('./menu-popup.tsx')).MenuPopup })
const MenuPopup = lazy(importPopup)
const preloadPopup = () => void importPopup().catch(() => undefined)

/** A menu behind a button. */
export function Menu({ label, entries, trigger }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<false | 'by-pointer' | 'by-keys'>(false)
  const [wasOpened, setWasOpened] = useState(false)
  const show = (how: 'by-pointer' | 'by-keys') => {
    setOpen(how)
    setWasOpened(true)
  }
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== false,
        onClick: ({ detail }) => {
          if (open !== false) setOpen(false)
          // Enter and Space click without a pointer.
          else show(detail === 0 ? 'by-keys' : 'by-pointer')
        },
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          show('by-keys')
        },
        onPointerEnter: preloadPopup,
        onFocus: preloadPopup,
      })}
      {wasOpened && (
        <Suspense fallback={null}>
          <MenuPopup {...{ label, entries, open, button }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
