import { DateField } from '@errand/shared-ui'
import { useEffect, useRef, type ComponentProps } from 'react'

interface DayFieldProps extends Omit<ComponentProps<typeof DateField>, 'ref'> {
  /** The day that is in force; empty or nothing where there is none. */
  day: string | undefined
  onCommit: (day: string) => void
}

/** A day that counts once it is written: by Enter, or when the field is left. */
export function DayField({ day = '', onCommit, ...field }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  // Not by a key: a field that is made anew has lost the focus.
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
