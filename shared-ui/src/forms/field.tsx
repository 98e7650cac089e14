import { useId, type ReactNode } from 'react'

import { Counter } from './counter.tsx'
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
  /** The limit of a text that is counted. */
  maxLength?: number | undefined
  /** A unit or sign inside the control, before and after the value. */
  start?: ReactNode
  end?: ReactNode
  children: (control: ControlProps) => ReactNode
}

interface ControlProps {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A labelled control with its hint and error, tied together for assistive technology. */
export function Field({ id, label, hint, error, maxLength, start, end, children }: FieldProps) {
  const ownId = useId()
  const controlId = id ?? ownId
  const counterId = maxLength === undefined ? undefined : `${controlId}-counter`
  const hintId = hint === undefined ? undefined : `${controlId}-hint`
  const errorId = error === undefined ? undefined : `${controlId}-error`
  const control = children({
    id: controlId,
    className: styles['control'] ?? '',
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': [errorId, hintId, counterId].filter(Boolean).join(' ') || undefined,
  })
  return (
    <div className={styles['field']}>
      <div className={styles['labels']}>
        <label htmlFor={controlId}>{label}</label>
        {counterId !== undefined && maxLength !== undefined && (
          <Counter id={counterId} {...{ controlId, maxLength }} />
        )}
      </div>
      {start === undefined && end === undefined ? (
        control
      ) : (
        <div className={styles['box']}>
          {start !== undefined && <span className={styles['adornment']}>{start}</span>}
          {control}
          {end !== undefined && <span className={styles['adornment']}>{end}</span>}
        </div>
      )}
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
