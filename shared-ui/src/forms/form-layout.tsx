import type { FormHTMLAttributes, ReactNode, SubmitEvent } from 'react'

import { classNames } from '../styles/class-names.ts'
import styles from './form-layout.module.css'
import { stopsAtTooLong } from './text-limit.tsx'

/**
 * A form that shows errors itself, not by the browser's validation; it is not submitted while a
 * text is too long.
 */
export function Form({ className, onSubmit, ...form }: FormHTMLAttributes<HTMLFormElement>) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (stopsAtTooLong(event.currentTarget)) event.preventDefault()
    else onSubmit?.(event)
  }
  return (
    <form
      noValidate
      {...form}
      onSubmit={handleSubmit}
      className={classNames(styles['form'], className)}
    />
  )
}

/** Fields side by side, or below each other where there is no room. */
export const FieldRow = ({ children }: { children: ReactNode }) => (
  <div className={styles['row']}>{children}</div>
)

interface FormActionsProps {
  /** The one primary button first. */
  children: ReactNode
  /** The outcome: `Saved 10:02`, `Not saved yet`. */
  status?: string | undefined
}

/** The buttons and status of a form or a section of one. */
export const FormActions = ({ children, status }: FormActionsProps) => (
  <div className={styles['actions']}>
    {children}
    <p role="status" className={styles['status']}>
      {status}
    </p>
  </div>
)
