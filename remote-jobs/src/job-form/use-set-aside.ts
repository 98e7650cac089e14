import { useDraft } from '@errand/shared-auth'
import type { UseFormReturn } from 'react-hook-form'

import { type JobFormValues, completeValues } from '../job-draft/job-values.ts'

interface SetAsideOptions {
  form: UseFormReturn<JobFormValues>
  /** Empties the form and forgets its draft. */
  onEmpty: () => void
  /** Stores these values as the draft of the form. */
  onKeep: (values: JobFormValues) => void
}

/** One unsaved new job, set aside in this tab for another one until it is taken up again. */
export function useSetAside({ form, onEmpty, onKeep }: SetAsideOptions) {
  const { value, write } = useDraft('form', 'job:set-aside')
  const other = readValues(value)
  return {
    other,
    setAside: () => {
      write(form.getValues())
      onEmpty()
    },
    /** What is in the form is set aside instead. */
    takeUp: () => {
      if (other === undefined) return
      write(form.formState.isDirty ? form.getValues() : undefined)
      form.reset(other, { keepDefaultValues: true })
      onKeep(other)
    },
  }
}

/** The values, unless an earlier release stored what cannot be read any more. */
function readValues(value: unknown): JobFormValues | undefined {
  try {
    return value === null ? undefined : completeValues(value as JobFormValues)
  } catch {
    return undefined
  }
}
