import { type ReactNode, useId } from 'react'

import styles from './field.module.css'
import { type TextLimit, useTextLimit } from './text-limit.tsx'

export interface FieldTexts {
  label: ReactNode
  /** A permanent hint. */
  hint?: ReactNode
  /** What is wrong with the value and what to do, in a sentence. */
  error?: string | undefined
}

interface FieldProps extends FieldTexts, TextLimit {
  id?: string | undefined
  /** Whether the length is always shown beside its limit. */
  hasCounter?: boolean
  /** A unit or icon inside the control, before and after the value. */
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

/** A labelled control with its hint and error, connected for assistive technology. */
export function Field(props: FieldProps) {
  const { id, label, hint, maxLength, count, hasCounter = false, start, end, children } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const { length, problem } = useTextLimit(controlId, { maxLength, count })
  const error = problem ?? props.error
  const counterId = maxLength !== undefined && hasCounter ? `${controlId}-counter` : undefined
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
        {counterId !== undefined && (
          <span id={counterId} className={styles['counter']}>
            {`${length} / ${maxLength}`}
          </span>
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
        // Not a live region: it changes with each letter.
        <p
          id={errorId}
          role={problem === undefined ? 'alert' : 'status'}
          className={styles['error']}
        >
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
