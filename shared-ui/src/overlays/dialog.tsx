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
import { useWords } from '../intl/words/words.ts'
import { classNames } from '../styles/class-names.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons at the end: Cancel first, the one primary last. */
  actions?: ReactNode
  /** `sheet` slides in from the side, on a phone from below. */
  look?: 'dialog' | 'wide' | 'sheet'
  /** Called by Escape, the close button and a press outside. */
  onClose: () => void
}

/**
 * A modal dialog; the focus moves in and returns.
 *
 *     <Dialog isOpen={isOpen} title={say('leave')} onClose={close} actions={<Button>{say('ok')}</Button>} />
 */
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
      {/* Last in the DOM, so that the focus starts in the content. */}
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

/** A dialog that slides in from the side, on a phone from below. */
export const Sheet = (props: Omit<DialogProps, 'look'>) => <Dialog {...props} look="sheet" />

/**
 * Lets the page around open dialogs be used until the answer is called: the puzzle of a bot check is
 * in the page's body, where a modal dialog makes it inert.
 */
export function unblockPage(): () => void {
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')]
  const reopen = (open: 'show' | 'showModal') => {
    const { activeElement } = document
    for (const dialog of dialogs.filter(({ isConnected }) => isConnected)) {
      dialog.close()
      dialog[open]()
    }
    if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true })
  }
  reopen('show')
  return () => reopen('showModal')
}

interface ModalElementProps {
  isOpen: boolean
  labelledBy?: string
  label?: string
  className?: string | undefined
  /** Whether a press outside closes it. */
  isDismissable?: boolean
  onClose: () => void
  children: ReactNode
}

/** The browser's modal dialog, opened and closed by a prop. */
export function ModalElement(props: ModalElementProps) {
  const { isOpen, labelledBy, label, className, isDismissable = false, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  // Most dialogs of a page never open; one that has stays mounted, so that the focus can return.
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
  // Closed before it is removed: only then the browser returns the focus.
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
      // A second Escape closes it whatever the page does.
      onClose={(event) => {
        // It may have been reopened before this event arrives.
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
