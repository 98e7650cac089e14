import { type ReactNode, useCallback, useId, useSyncExternalStore } from 'react'

import styles from './field.module.css'

export interface FieldTexts {
  label: ReactNode
  /** Help that is always there. */
  hint?: ReactNode
  /** What is wrong with the value, in a sentence that says what to do. */
  error?: string | undefined
}

interface FieldProps extends FieldTexts {
  id?: string | undefined
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

interface CounterProps {
  id: string
  /** The id of the text area that is counted. */
  controlId: string
  maxLength: number
}

/**
 * How much of a text's limit is used. It asks the element itself, at each render too: form
 * libraries write into it without any event.
 */
function Counter({ id, controlId, maxLength }: CounterProps) {
  const follow = useCallback(
    (onChange: () => void) => {
      const area = document.getElementById(controlId)
      area?.addEventListener('input', onChange)
      return () => area?.removeEventListener('input', onChange)
    },
    [controlId],
  )
  const length = useSyncExternalStore(follow, () => lengthOf(controlId))
  return (
    <span id={id} className={styles['counter']}>
      {length} / {maxLength}
    </span>
  )
}

function lengthOf(controlId: string): number {
  const area = document.getElementById(controlId)
  return area instanceof HTMLTextAreaElement ? area.value.length : 0
}
