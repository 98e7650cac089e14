import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

import { classNames } from '../styles/class-names.ts'
import styles from './radio-cards.module.css'

interface RadioCardsProps {
  legend: ReactNode
  /** `row`: side by side where there is room. */
  look?: 'list' | 'row'
  error?: string | undefined
  /** RadioCard elements with one `name`. */
  children: ReactNode
}

/** A choice of one among a few options with descriptions. */
export function RadioCards({ legend, look = 'list', error, children }: RadioCardsProps) {
  const id = useId()
  return (
    <fieldset className={styles['group']} aria-describedby={error === undefined ? undefined : id}>
      <legend>{legend}</legend>
      <div className={classNames(styles['cards'], look === 'row' && styles['row'])}>{children}</div>
      {error !== undefined && (
        <p id={id} role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface RadioCardProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  description?: ReactNode
  /** At the end of the card, such as a price. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** One of the options. */
export function RadioCard({ label, description, end, ...input }: RadioCardProps) {
  const id = useId()
  return (
    <label className={styles['card']}>
      <input
        type="radio"
        {...input}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-more`}
      />
      <span className={styles['texts']}>
        <span id={`${id}-label`} className={styles['label']}>
          {label}
        </span>
        <span id={`${id}-more`} className={styles['more']}>
          {description}
        </span>
      </span>
      {end !== undefined && <span className={styles['end']}>{end}</span>}
    </label>
  )
}
