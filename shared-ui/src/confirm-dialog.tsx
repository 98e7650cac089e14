import { useEffect, useId, useRef, useState, type FormEvent, type ReactNode } from 'react'

import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { TextField } from './text-field.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  tone?: 'primary' | 'danger'
  /** A word that has to be typed first, for what cannot be undone. */
  typedText?: string
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that is not easily undone; Escape and Cancel change nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { isOpen, onCancel } = props
  useEffect(() => {
    if (dialog.current === null || dialog.current.open === isOpen) return
    if (isOpen) dialog.current.showModal()
    else dialog.current.close()
  }, [isOpen])
  const id = useId()
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      // Escape pressed twice closes it whatever the page says.
      onClose={() => isOpen && onCancel()}
    >
      {isOpen && <Question {...props} titleId={id} />}
    </dialog>
  )
}

function Question(props: ConfirmDialogProps & { titleId: string }) {
  const {
    title,
    titleId,
    children,
    confirmLabel,
    tone = 'primary',
    typedText,
    isBusy = false,
  } = props
  const [typed, setTyped] = useState('')
  const isReady = typedText === undefined || typed.trim() === typedText
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) props.onConfirm()
  }
  return (
    <form onSubmit={handleSubmit} className={styles['question']}>
      <h2 id={titleId}>{title}</h2>
      <div>{children}</div>
      {typedText !== undefined && (
        <TextField
          label={`Type ${typedText} to confirm`}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={styles['actions']}>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" variant={tone} isBusy={isBusy} disabled={!isReady}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
