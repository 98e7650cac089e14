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

/**
 * Keeps what is typed in this tab until it is saved: a reload, a crash or an expired session loses
 * nothing. `name` tells one form's draft from another's; `version` is the job's that is changed.
 */
export function useDraft(
  form: UseFormReturn<JobFormValues>,
  name: string,
  version: RefObject<number>,
) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : undefined
  const key = owner === undefined ? undefined : `${draftPrefix}job:${owner}:${name}`
  const [isRestored, setIsRestored] = useState(false)

  useEffect(() => {
    if (key === undefined) return undefined
    const draft = readDraft(key)
    if (draft !== undefined) {
      form.reset(draft.values, { keepDefaultValues: true })
      version.current = draft.version
      setIsRestored(true)
    }
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty, name: changed }) => {
        // Without a name it is a reset, which may still be called dirty while it happens.
        if (isDirty !== true || changed === undefined) return
        sessionStorage.setItem(key, JSON.stringify({ version: version.current, values }))
      },
    })
  }, [form, key, version])

  const forget = () => {
    if (key !== undefined) sessionStorage.removeItem(key)
    setIsRestored(false)
  }
  return { isRestored, forget }
}

function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Draft | null
    return Array.isArray(draft?.values.fields) ? draft : undefined
  } catch {
    return undefined
  }
}
