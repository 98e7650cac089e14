import {
  cloneElement,
  lazy,
  Suspense,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react'

import type { ButtonProps } from '../actions/button.tsx'

/** One thing to do or to choose. */
export interface MenuItem {
  label: string
  icon?: ReactNode
  /** The keys that do the same. */
  shortcut?: string
  tone?: 'danger'
  isDisabled?: boolean
  onSelect: () => void
}

/** A line between two groups is `'separator'`. */
export type MenuEntry = MenuItem | 'separator'

interface MenuProps {
  /** Its name for assistive technology. */
  label: string
  entries: readonly MenuEntry[]
  /** The button that opens it. */
  trigger: ReactElement<ButtonProps>
}

// Most menus of a page are never opened: their code comes when a pointer or the focus nears one.
const importPopup = async () => ({ default: (await import('./menu-popup.tsx')).MenuPopup })
const MenuPopup = lazy(importPopup)
const preloadPopup = () => void importPopup().catch(() => undefined)

/** Things to do, behind a button. */
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
