import { useDraft, useDrafts } from '@errand/shared-auth'
import type { UseFormReturn } from 'react-hook-form'

import { type JobFormValues, completeValues } from '../job-draft/job-values.ts'
import { useTypedSentence } from '../jobs/job-prompt.tsx'

interface SetAsideOptions {
  form: UseFormReturn<JobFormValues>
  /** Empties the form and forgets its draft. */
  onEmpty: () => void
  /** Stores these values as the draft of the form. */
  onKeep: (values: JobFormValues) => void
}

/** One unsaved new job, set aside in this tab for another one until it is continued. */
export function useSetAside({ form, onEmpty, onKeep }: SetAsideOptions) {
  const { value, write } = useDraft('form', 'job:set-aside')
  const answers = useDrafts('answers')
  const sentence = useTypedSentence()
  const aside = readAside(value)
  /** What the owner has entered for the job in the form, outside of its fields. */
  const readInputs = (): Inputs => ({ answers: answers.read('new'), sentence: sentence.read() })
  const writeInputs = (inputs: Inputs) => {
    answers.write('new', inputs.answers ?? undefined)
    sentence.write(inputs.sentence ?? '')
  }
  return {
    other: aside?.values,
    setAside: () => {
      write({ values: form.getValues(), ...readInputs() })
      writeInputs({})
      onEmpty()
    },
    /** Continues the other job; what is in the form is set aside instead. */
    resume: () => {
      if (aside === undefined) return
      write(form.formState.isDirty ? { values: form.getValues(), ...readInputs() } : undefined)
      writeInputs(aside)
      form.reset(aside.values, { keepDefaultValues: true })
      onKeep(aside.values)
    },
  }
}

interface Inputs {
  answers?: unknown
  sentence?: string
}

interface Aside extends Inputs {
  values: JobFormValues
}

/** The job set aside, unless an earlier release stored what cannot be read any more. */
function readAside(value: unknown): Aside | undefined {
  try {
    const { values, ...inputs } = value as Aside
    return { ...inputs, values: completeValues(values) }
  } catch {
    return undefined
  }
}
