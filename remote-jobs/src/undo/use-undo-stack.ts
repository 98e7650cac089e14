import { createContext, use, useEffect, useRef, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { JobFormValues } from '../job-draft/job-values.ts'

/** Parts of the form with the values that they shall have. */
type FormChanges = Partial<JobFormValues>
type Part = keyof JobFormValues

interface Step {
  /** What was done, in words. */
  what: string
  before: FormChanges
  after: FormChanges
}

/** Changes that were not typed, and the way back. */
export interface UndoStack {
  /** Changes parts of the form so that it can be taken back. */
  apply: (what: string, changes: FormChanges) => void
  /** The last change; parts that were changed again since stay as they are. */
  undo: () => { what: string; isComplete: boolean } | undefined
  /** Whether the last change stands and nothing was typed since, so that Ctrl Z means it. */
  isUntouched: () => boolean
  /** What would be undone. */
  next: string | undefined
}

const most = 20

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Remembers the last twenty changes that were not typed, to the byte. */
export function useUndoStack(form: UseFormReturn<JobFormValues>): UndoStack {
  const [steps, setSteps] = useState<readonly Step[]>([])
  const last = steps.at(-1)
  const typedRef = useTypedSince()
  const write = (changes: FormChanges, parts: readonly Part[]) => {
    for (const part of parts) {
      form.setValue(part, structuredClone(changes[part]) as never, {
        shouldDirty: true,
        shouldValidate: form.formState.isSubmitted,
      })
    }
  }
  const untouched = (step: Step): Part[] =>
    (Object.keys(step.after) as Part[]).filter((part) =>
      isSame(form.getValues(part), step.after[part]),
    )
  return {
    apply(what, changes) {
      typedRef.current = false
      const parts = Object.keys(changes) as Part[]
      const before = Object.fromEntries(
        parts.map((part) => [part, structuredClone(form.getValues(part))]),
      )
      write(changes, parts)
      // As the form holds it: a text area may have its own idea of a line's end.
      const after = Object.fromEntries(
        parts.map((part) => [part, structuredClone(form.getValues(part))]),
      )
      setSteps((all) => [...all, { what, before, after }].slice(-most))
    },
    undo() {
      if (last === undefined) return undefined
      const parts = untouched(last)
      write(last.before, parts)
      setSteps((all) => all.slice(0, -1))
      return { what: last.what, isComplete: parts.length === Object.keys(last.after).length }
    },
    isUntouched: () =>
      last !== undefined &&
      !typedRef.current &&
      untouched(last).length === Object.keys(last.after).length,
    next: last?.what,
  }
}

/** Whether something was typed, wherever on the page: then that is what the browser takes back. */
function useTypedSince(): RefObject<boolean> {
  const typed = useRef(false)
  useEffect(() => {
    const note = () => {
      typed.current = true
    }
    window.addEventListener('input', note, true)
    return () => window.removeEventListener('input', note, true)
  }, [])
  return typed
}

/** The stack of the form around. */
export const UndoContext = createContext<UndoStack | undefined>(undefined)

export function useUndo(): UndoStack {
  const stack = use(UndoContext)
  if (stack === undefined) throw new Error('There is no form around')
  return stack
}
