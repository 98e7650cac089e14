import { useEffect, useEffectEvent, useState } from 'react'

import { useDrafts } from './drafts.ts'

/** The parts of a react-hook-form that a draft needs. */
export interface DraftedForm<Values> {
  reset: (values: Values, options?: { keepDefaultValues?: boolean; keepValues?: boolean }) => void
  subscribe: (to: {
    formState: { values: true; isDirty: true }
    callback: (state: { values: Values; isDirty?: boolean; name?: string | undefined }) => void
  }) => () => void
}

interface FormDraft<Values, Base> {
  /** What the typing is based on: a version, or the values saved at that time. */
  base: Base
  values: Values
}

interface FormDraftOptions<Values, Base> {
  /** Distinguishes this form's draft from others. */
  name: string
  form: DraftedForm<Values>
  getBase: () => Base
  /** Turns a stored draft into form values; may throw if it cannot read the draft. */
  restore: (draft: FormDraft<Values, Base>) => Values
  /** Names of values that are never stored in the browser. */
  secrets?: ReadonlySet<string>
}

/**
 * Keeps unsaved form values and restores them after navigation, a reload or an expired session.
 * Signing out removes them: `useFormDraft({ name: 'buy', form, getBase: () => 0, restore: ({ values }) => values })`.
 */
export function useFormDraft<Values, Base>(options: FormDraftOptions<Values, Base>) {
  const { name, form, getBase, restore, secrets } = options
  const drafts = useDrafts('form')
  const [draft, setDraft] = useState(() => readDraft(drafts.read(name), restore))

  const keep = (kept: FormDraft<Values, Base>, of = name) => {
    const withoutSecrets = (key: string, value: unknown) =>
      secrets?.has(key) === true ? undefined : value
    drafts.write(of, JSON.parse(JSON.stringify(kept, withoutSecrets)))
  }
  const forget = () => {
    drafts.write(name, undefined)
    setDraft(undefined)
  }
  const [found] = useState(draft?.values)
  useEffect(() => {
    if (found !== undefined) form.reset(found, { keepDefaultValues: true })
  }, [form, found])

  const keepTyped = useEffectEvent((values: Values, isDirty: boolean) => {
    if (isDirty) keep({ base: getBase(), values })
    else drafts.write(name, undefined)
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty, name: changed }) => {
          // Without a name it is a reset, during which the form may still be reported as dirty.
          if (changed !== undefined) keepTyped(values, isDirty === true)
        },
      }),
    [form],
  )
  return {
    /** The restored draft, until it is saved or discarded. */
    draft,
    /** Stores a draft for this form, or for the form with another name. */
    keep,
    forget,
  }
}

function readDraft<Values, Base>(
  found: unknown,
  restore: (draft: FormDraft<Values, Base>) => Values,
): FormDraft<Values, Base> | undefined {
  const draft = found as FormDraft<Values, Base> | null
  try {
    return draft === null ? undefined : { base: draft.base, values: restore(draft) }
  } catch {
    return undefined
  }
}
