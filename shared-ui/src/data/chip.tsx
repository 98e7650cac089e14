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

/** One filter of a list out of a few. */
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
  /** What it stands for, for the name of the button that removes it. */
  name?: string
  onRemove?: () => void
}

/** A value that was chosen, such as a filter that applies. */
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
