import { useId, useState, type FormEvent, type ReactNode } from 'react'

import { Button } from '../actions/button.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useWords } from '../intl/words/words.ts'
import styles from './dialog.module.css'
import { ModalElement } from './dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  title: string
  children: ReactNode
  confirmLabel: string
  tone?: 'primary' | 'danger'
  /** A word that has to be typed first, for irreversible actions. */
  typedText?: string
  isBusy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before an action that is not easily undone; Escape and Cancel change nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const id = useId()
  return (
    <ModalElement isOpen={props.isOpen} labelledBy={id} onClose={props.onCancel}>
      <ConfirmContent {...props} titleId={id} />
    </ModalElement>
  )
}

function ConfirmContent(props: ConfirmDialogProps & { titleId: string }) {
  const { title, titleId, children, confirmLabel, tone = 'primary', typedText } = props
  const { isBusy = false, onConfirm, onCancel } = props
  const say = useWords()
  const [typed, setTyped] = useState('')
  const isReady = typedText === undefined || typed.trim() === typedText
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !isBusy) onConfirm()
  }
  return (
    <form onSubmit={handleSubmit} className={styles['question']}>
      <h2 id={titleId}>{title}</h2>
      <div>{children}</div>
      {typedText !== undefined && (
        <TextField
          label={say('typeToConfirm', { word: typedText })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={styles['buttons']}>
        <Button onClick={onCancel}>{say('cancel')}</Button>
        <Button type="submit" variant={tone} isBusy={isBusy} disabled={!isReady}>
          {confirmLabel}
        </Button>
      </div>
    </form>
  )
}
