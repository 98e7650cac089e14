import { useId, type ReactNode } from 'react'

import styles from './segmented-control.module.css'

interface SegmentedControlProps<Value extends string> {
  /** Its name for assistive technology. */
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode }[]
  onChange: (value: Value) => void
}

/** A choice of one among a few short words, such as the range of a chart. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, value, options, onChange } = props
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={styles['control']}>
      {options.map((option) => (
        <label key={option.value} className={styles['option']}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
