import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Menu } from '@base-ui/react/menu'
import { useState, type FocusEvent, type ReactNode, type RefObject } from 'react'

import { useSettings } from '../intl/document-settings.ts'
import { classNames } from '../styles/class-names.ts'
import { Kbd } from '../tooltip/kbd.tsx'
import styles from './menu.module.css'

/** An entry of a menu. */
export interface MenuItem {
  label: string
  icon?: ReactNode
  /** The keys that do the same. */
  shortcut?: string
  tone?: 'danger'
  isDisabled?: boolean
  onSelect: () => void
}

/** `'separator'` is a line between two groups. */
export type MenuEntry = MenuItem | 'separator'

interface MenuPopupProps {
  label: string
  entries: readonly MenuEntry[]
  open: false | 'by-pointer' | 'by-keys'
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** The open menu; loaded when one is about to open. */
export function MenuPopup({ label, entries, open, button, onClose }: MenuPopupProps) {
  const { direction } = useSettings()
  const handleOpenChange = (isOpen: boolean, details: Menu.Root.ChangeEventDetails) => {
    // A press on the menu's own button is handled by the button.
    const isOwnButton = button.current?.contains(details.event.target as Node) === true
    if (isOwnButton && details.reason === 'outside-press') details.cancel()
    else if (!isOpen) onClose()
  }
  // When opened by keyboard the focus starts at the first entry; later the menu itself may have it.
  const [openedBy, setOpenedBy] = useState<typeof open>(false)
  const handleFocus = ({ target, currentTarget }: FocusEvent) => {
    if (target !== currentTarget || openedBy === open) return
    setOpenedBy(open)
    if (open === 'by-keys') currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }
  return (
    <DirectionProvider direction={direction}>
      <Menu.Root
        open={open !== false}
        onOpenChange={handleOpenChange}
        onOpenChangeComplete={(isOpen) => isOpen || setOpenedBy(false)}
        modal={false}
      >
        <Menu.Portal>
          <Menu.Positioner
            anchor={button}
            align="start"
            sideOffset={4}
            collisionPadding={8}
            className={styles['positioner']}
          >
            <Menu.Popup
              onFocus={handleFocus}
              className={styles['menu']}
              aria-label={label}
              finalFocus={() => (isFocusFree() ? button.current : false)}
            >
              {entries.map((entry, index) =>
                entry === 'separator' ? (
                  // eslint-disable-next-line react/no-array-index-key -- a line has no other identity
                  <Menu.Separator key={index} className={styles['separator']} />
                ) : (
                  <Entry key={entry.label} {...entry} button={button} />
                ),
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </DirectionProvider>
  )
}

/** Whether nothing else has the focus: an entry may have moved it while the menu faded. */
function isFocusFree(): boolean {
  const { activeElement, body } = document
  return (
    activeElement === null ||
    activeElement === body ||
    activeElement.closest('[role="menu"]') !== null
  )
}

type EntryProps = MenuItem & Pick<MenuPopupProps, 'button'>

function Entry({ button, label, icon, shortcut, tone, isDisabled = false, onSelect }: EntryProps) {
  // After the menu has closed: a dialog that opens returns the focus to the element that had it
  // before.
  const handleClick = () =>
    void setTimeout(() => {
      button.current?.focus()
      onSelect()
    })
  return (
    <Menu.Item
      className={classNames(styles['item'], tone === 'danger' && styles['danger'])}
      disabled={isDisabled}
      onClick={handleClick}
    >
      {icon}
      <span className={styles['label']}>
        <bdi>{label}</bdi>
      </span>
      {shortcut !== undefined && <Kbd keys={shortcut} />}
    </Menu.Item>
  )
}
