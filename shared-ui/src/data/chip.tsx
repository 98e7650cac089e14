import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { useWords } from '../intl/words/words.ts'
import styles from './chip.module.css'

interface FilterChipsProps<Value extends string> {
  /** Their name for assistive technology. */
  label: string
  value: Value
  options: readonly { value: Value; label: string; count?: number }[]
  onChange: (value: Value) => void
}

/** A choice of one filter. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const { label, value, options, onChange } = props
  return (
    <div role="group" aria-label={label} className={styles['chips']}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          className={styles['chip']}
          onClick={() => onChange(option.value)}
        >
          <span>{option.label}</span>
          {option.count !== undefined && <span className={styles['count']}>{option.count}</span>}
        </button>
      ))}
    </div>
  )
}

interface ChipProps {
  children: ReactNode
  /** The value's name, for the label of the remove button. */
  name?: string
  onRemove?: () => void
}

/** A chosen value, such as an active filter. */
export function Chip({ children, name = '', onRemove }: ChipProps) {
  const say = useWords()
  return (
    <span className={styles['value']}>
      <span className={styles['text']}>{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          className={styles['remove']}
          aria-label={say('remove', { what: name })}
          onClick={onRemove}
        >
          <X size={12} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
