import { DateField } from '@errand/shared-ui'
import { useEffect, useRef, type ComponentProps } from 'react'

interface DayFieldProps extends Omit<ComponentProps<typeof DateField>, 'ref'> {
  /** The date in effect; empty or undefined if there is none. */
  day: string | undefined
  onCommit: (day: string) => void
}

/** A date field that takes effect on Enter or when it loses the focus. */
export function DayField({ day = '', onCommit, ...field }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // Not by a React key: remounting the field would lose the focus.
  useEffect(() => {
    if (input.current !== null) input.current.value = day
  }, [day])
  const commit = ({ value }: HTMLInputElement) => {
    if (value !== day) onCommit(value)
  }
  return (
    <DateField
      {...field}
      ref={input}
      defaultValue={day}
      onBlur={({ target }) => commit(target)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && commit(currentTarget)}
    />
  )
}
