import { X } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'

import { IconButton } from '../actions/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { useWords } from '../intl/words/words.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end: Cancel first, the one primary last. */
  actions?: ReactNode
  /** `sheet` comes from the side, on a phone from below. */
  look?: 'dialog' | 'wide' | 'sheet'
  /** Called by Escape, the cross and a press beside it. */
  onClose: () => void
}

/** A window above the page, which rests meanwhile; focus goes in and comes back. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, description, children, actions, look = 'dialog', onClose } = props
  const say = useWords()
  const id = useId()
  return (
    <ModalElement {...{ isOpen, onClose }} labelledBy={id} className={styles[look]} isDismissable>
      <header className={styles['header']}>
        <h2 id={id}>{title}</h2>
        {description !== undefined && <p>{description}</p>}
      </header>
      <div className={styles['body']}>{children}</div>
      {actions !== undefined && <footer className={styles['actions']}>{actions}</footer>}
      {/* Last, so that the focus begins in the content. */}
      <div className={styles['close']}>
        <IconButton
          label={say('close')}
          icon={<X size={16} />}
          hasTooltip={false}
          onClick={onClose}
        />
      </div>
    </ModalElement>
  )
}

/** A dialog that comes from the side of the window, on a phone from below. */
export const Sheet = (props: Omit<DialogProps, 'look'>) => <Dialog {...props} look="sheet" />

interface ModalElementProps {
  isOpen: boolean
  labelledBy?: string
  label?: string
  className?: string | undefined
  /** Whether a press beside it means no. */
  isDismissable?: boolean
  onClose: () => void
  children: ReactNode
}

/** The browser's own modal dialog, opened and closed by a property. */
export function ModalElement(props: ModalElementProps) {
  const { isOpen, labelledBy, label, className, isDismissable = false, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  // Most of a page's dialogs never open; one that has stays, so that the focus finds its way back.
  const isGone = useRef(false)
  const [wasOpened, setWasOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setWasOpened(true)
  useEffect(() => {
    if (dialog.current === null || dialog.current.open === isOpen) return
    if (isOpen) dialog.current.showModal()
    else dialog.current.close()
  }, [isOpen])
  const closeDialog = useEffectEvent(() => {
    isGone.current = true
    if (dialog.current?.open === true) dialog.current.close()
  })
  // Closed before it goes: the browser gives the focus back by that alone.
  useLayoutEffect(() => {
    isGone.current = false
    return () => closeDialog()
  }, [])
  if (!wasOpened) return null
  return (
    <dialog
      ref={dialog}
      className={classNames(styles['modal'], className)}
      aria-labelledby={labelledBy}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      // Escape pressed twice closes it whatever the page says.
      onClose={(event) => {
        // It may be open again by the time this is heard.
        const isClosed = event.target === event.currentTarget && !event.currentTarget.open
        if (isClosed && isOpen && !isGone.current) onClose()
      }}
      onPointerDown={(event) => {
        if (isDismissable && event.target === event.currentTarget) onClose()
      }}
    >
      {isOpen && children}
    </dialog>
  )
}
