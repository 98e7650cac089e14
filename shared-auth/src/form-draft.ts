import { useEffect, useEffectEvent, useState } from 'react'

import { useDrafts } from './drafts.ts'

/** What a draft needs of a form of react-hook-form. */
export interface DraftedForm<Values> {
  reset: (values: Values, options?: { keepDefaultValues?: boolean; keepValues?: boolean }) => void
  subscribe: (to: {
    formState: { values: true; isDirty: true }
    callback: (state: { values: Values; isDirty?: boolean; name?: string | undefined }) => void
  }) => () => void
}

interface FormDraft<Values, Base> {
  /** What the typing began from: a version, or what was saved then. */
  base: Base
  values: Values
}

interface FormDraftOptions<Values, Base> {
  /** Tells one form's draft from another's. */
  name: string
  form: DraftedForm<Values>
  getBase: () => Base
  /** What the form shows of a draft that is found; a draft it cannot read may throw. */
  restore: (draft: FormDraft<Values, Base>) => Values
  /** Names of values that the browser never keeps. */
  secrets?: ReadonlySet<string>
}

/**
 * Keeps what was typed into a form and not saved, and puts it back: another page, a reload or an
 * expired session loses nothing. Signing out removes it.
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
          // Without a name it is a reset, which may still be called dirty while it happens.
          if (changed !== undefined) keepTyped(values, isDirty === true)
        },
      }),
    [form],
  )
  return {
    /** What was found and not decided about yet. */
    draft,
    /** Keeps a draft for this form, or for the form of another name. */
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
