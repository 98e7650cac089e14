import { draftPrefix } from '@errand/contract/drafts'
import { useSession } from '@errand/shared-auth'
import { useEffect, useState, type RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { JobFormValues } from './job-form-values.ts'

interface Draft {
  /** The job's version that was changed; a save over a newer one is refused. */
  version: number
  values: JobFormValues
}

/** What was typed and not saved in this tab; `name` tells one form's draft from another's. */
export function useStoredDraft(name: string) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : undefined
  const key = owner === undefined ? undefined : `${draftPrefix}job:${owner}:${name}`
  const [draft, setDraft] = useState(() => readDraft(key))
  const forget = () => {
    if (key !== undefined) sessionStorage.removeItem(key)
    setDraft(undefined)
  }
  return { key, draft, forget }
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
        if (isDirty !== true || changed === undefined) return
        sessionStorage.setItem(key, JSON.stringify({ version: versionRef.current, values }))
      },
    })
  }, [form, key, versionRef])
}

function readDraft(key: string | undefined): Draft | undefined {
  if (key === undefined) return undefined
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null
    return Array.isArray(draft?.values.fields) ? draft : undefined
  } catch {
    return undefined
  }
}
