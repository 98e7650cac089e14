import type { InputHTMLAttributes, ReactNode, Ref } from 'react'

import styles from './checkbox.module.css'

export interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  ref?: Ref<HTMLInputElement> | undefined
}

/** A choice of yes or no. */
export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className={styles['checkbox']}>
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  )
}
