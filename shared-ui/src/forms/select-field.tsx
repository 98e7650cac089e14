import { ChevronDown } from 'lucide-react'
import type { Ref, SelectHTMLAttributes } from 'react'

import { Field, type FieldTexts } from './field.tsx'
import styles from './field.module.css'

export interface SelectFieldProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement> | undefined
}

/** A choice of one, with its label; the options are its children. */
export function SelectField({ label, hint, error, id, ...select }: SelectFieldProps) {
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => (
        <span className={styles['select']}>
          <select {...select} {...control} />
          <ChevronDown size={16} aria-hidden="true" />
        </span>
      )}
    </Field>
  )
}
