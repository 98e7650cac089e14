import { useId, type ReactNode } from 'react'

import styles from './field.module.css'

export interface FieldTexts {
  label: ReactNode
  /** Help that is always there. */
  hint?: ReactNode
  /** What is wrong with the value, in a sentence that says what to do. */
  error?: string | undefined
}

interface FieldProps extends FieldTexts {
  id: string | undefined
  counter?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export interface ControlProps {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A labelled control with its hint and error, tied together for assistive technology. */
export function Field({ id, label, hint, error, counter, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const hintId = hint === undefined ? undefined : `${controlId}-hint`
  const errorId = error === undefined ? undefined : `${controlId}-error`
  return (
    <div className={styles['field']}>
      <div className={styles['labels']}>
        <label htmlFor={controlId}>{label}</label>
        {counter}
      </div>
      {children({
        id: controlId,
        className: styles['control'] ?? '',
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
      })}
      {error !== undefined && (
        <p id={errorId} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  )
}
