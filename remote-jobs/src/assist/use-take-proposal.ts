import { showUndoToast } from '@errand/shared-ui'
import { useFormContext } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'

type Part = keyof JobFormValues

/** Puts what was proposed into the form. Undo gives back what was not changed again since. */
export function useTakeProposal(): (proposed: Partial<JobFormValues>) => void {
  const say = useWords()
  const { getValues, setValue, formState } = useFormContext<JobFormValues>()
  const write = (part: Part, value: unknown) =>
    setValue(part, value as never, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (proposed) => {
    const before = structuredClone(getValues())
    const parts = Object.keys(proposed) as Part[]
    for (const part of parts) write(part, structuredClone(proposed[part]))
    // As the form holds it: a text area may have its own idea of a line's end.
    const after = structuredClone(getValues())
    const undo = () => {
      for (const part of parts) if (isSame(getValues(part), after[part])) write(part, before[part])
    }
    // Once the form has the focus, which comes by a timer: Undo leads back to it.
    setTimeout(() =>
      showUndoToast({ message: say('used'), what: say('theProposal'), onUndo: undo }),
    )
  }
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
