import { Search } from 'lucide-react'
import type { InputHTMLAttributes, Ref } from 'react'

import { classNames } from '../class-names.ts'
import styles from './field.module.css'

interface SearchFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Its name; also shown while it is empty. */
  label: string
  ref?: Ref<HTMLInputElement> | undefined
}

/** A search above a list, named without a label beside it. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames(styles['box'], styles['search'], className)}>
      <span className={styles['adornment']}>
        <Search size={16} aria-hidden="true" />
      </span>
      <input
        type="search"
        dir="auto"
        placeholder={label}
        {...input}
        aria-label={label}
        className={styles['control']}
      />
    </span>
  )
}
