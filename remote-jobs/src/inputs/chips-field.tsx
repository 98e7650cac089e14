import type { ComponentProps } from 'react'
import { useController, type FieldPathByValue } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { ChipInput } from './chip-input.tsx'

type ChipsFieldProps = Omit<ComponentProps<typeof ChipInput>, 'values' | 'onChange' | 'error'> & {
  name: FieldPathByValue<JobFormValues, string[]>
}

/** Several short texts of the form. */
export function ChipsField({ name, ...props }: ChipsFieldProps) {
  const {
    field: { value, onChange, ref },
    fieldState,
  } = useController<JobFormValues, typeof name>({ name })
  return (
    <ChipInput
      {...props}
      values={value}
      ref={ref}
      error={fieldState.error?.message}
      onChange={onChange}
    />
  )
}
