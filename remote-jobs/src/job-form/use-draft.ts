import { draftPrefix } from '@errand/contract/drafts'
import { tabStorage, useSession } from '@errand/shared-auth'
import { useEffect, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { emptyField } from '../job-draft/field-values.ts'
import { emptyJob, type JobFormValues } from '../job-draft/job-values.ts'

interface Draft {
  /** The job's version that was changed; a save over a newer one is refused. */
  version: number
  values: JobFormValues
}

/** What was typed and not saved in this tab; `name` tells one form's draft from another's. */
export function useStoredDraft(name: string) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : undefined
  const keyOf = (form: string) =>
    owner === undefined ? undefined : `${draftPrefix}job:${owner}:${form}`
  const key = keyOf(name)
  const [draft, setDraft] = useState(() => readDraft(key))
  const forget = () => {
    if (key !== undefined) tabStorage.removeItem(key)
    setDraft(undefined)
  }
  /** Keeps a draft for the form of that name, which may be another one than this. */
  const keep = (form: string, kept: Draft) => {
    const at = keyOf(form)
    if (at !== undefined) tabStorage.setItem(at, JSON.stringify(kept))
  }
  return { owner, key, draft, forget, keep }
}

interface KeepDraft {
  form: UseFormReturn<JobFormValues>
  key: string | undefined
  draft: Draft | undefined
  versionRef: RefObject<number>
}

/** Puts a draft into the form, and keeps what is typed: a reload or an expired session loses nothing. */
export function useKeepDraft({ form, key, draft, versionRef }: KeepDraft): void {
  useEffect(() => {
    if (draft !== undefined) form.reset(draft.values, { keepDefaultValues: true })
  }, [form, draft])

  useEffect(() => {
    if (key === undefined) return undefined
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty, name: changed }) => {
        // Without a name it is a reset, which may still be called dirty while it happens.
        if (changed === undefined) return
        if (isDirty === true) {
          tabStorage.setItem(key, JSON.stringify({ version: versionRef.current, values }))
        } else tabStorage.removeItem(key)
      },
    })
  }, [form, key, versionRef])
}

function readDraft(key: string | undefined): Draft | undefined {
  if (key === undefined) return undefined
  try {
    const draft = JSON.parse(tabStorage.getItem(key) ?? 'null') as Draft | null
    if (draft === null || !Array.isArray(draft.values.fields)) return undefined
    // It may be of an earlier release, which knew less of a job.
    const fields = draft.values.fields.map((field) => ({ ...emptyField, ...field }))
    return { ...draft, values: { ...emptyJob, ...draft.values, fields } }
  } catch {
    return undefined
  }
}
