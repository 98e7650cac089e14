import { useDraft, useDrafts } from '@errand/shared-auth'
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
  const answers = useDrafts('answers')
  const sentence = useDrafts('job-sentence')
  const aside = readAside(value)
  /** What was answered and typed beside the form, for the job that is in it. */
  const besides = () => ({ answers: answers.read('new'), sentence: sentence.read('new') })
  const writeBesides = (kept: Partial<ReturnType<typeof besides>>) => {
    answers.write('new', kept.answers ?? undefined)
    sentence.write('new', kept.sentence ?? undefined)
  }
  return {
    other: aside?.values,
    setAside: () => {
      write({ values: form.getValues(), ...besides() })
      writeBesides({})
      onEmpty()
    },
    /** What is in the form is set aside instead. */
    takeUp: () => {
      if (aside === undefined) return
      write(form.formState.isDirty ? { values: form.getValues(), ...besides() } : undefined)
      writeBesides(aside)
      form.reset(aside.values, { keepDefaultValues: true })
      onKeep(aside.values)
    },
  }
}

interface Aside {
  values: JobFormValues
  answers?: unknown
  sentence?: unknown
}

/** The job set aside, unless an earlier release stored what cannot be read any more. */
function readAside(value: unknown): Aside | undefined {
  try {
    const { values, ...besides } = value as Aside
    return { ...besides, values: completeValues(values) }
  } catch {
    return undefined
  }
}
