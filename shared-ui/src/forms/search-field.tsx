import { Search } from 'lucide-react'
import { type InputHTMLAttributes, type Ref, useId } from 'react'

import { classNames } from '../styles/class-names.ts'
import styles from './field.module.css'
import { useTextLimit } from './text-limit.tsx'

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Its name; also shown while it is empty. */
  label: string
  ref?: Ref<HTMLInputElement> | undefined
}

/** A search field above a list, without a visible label; says when the text is too long. */
export function SearchField({ label, className, maxLength, ...input }: SearchFieldProps) {
  const id = useId()
  const { problem } = useTextLimit(id, { maxLength })
  return (
    <span className={classNames(styles['field'], className)}>
      <span className={classNames(styles['box'], styles['search'])}>
        <span className={styles['adornment']}>
          <Search size={16} aria-hidden="true" />
        </span>
        <input
          type="search"
          dir="auto"
          placeholder={label}
          {...input}
          id={id}
          aria-label={label}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={problem === undefined ? undefined : `${id}-error`}
          className={styles['control']}
        />
      </span>
      {problem !== undefined && (
        <span id={`${id}-error`} role="status" className={styles['error']}>
          {problem}
        </span>
      )}
    </span>
  )
}
