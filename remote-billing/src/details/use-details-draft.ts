import type { User } from '@errand/contract/auth'
import { draftPrefix } from '@errand/contract/drafts'
import { tabStorage, useSession } from '@errand/shared-auth'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

export type Details = Pick<
  User['settings']['billing'],
  'legalName' | 'gstin' | 'address' | 'stateCode' | 'invoiceEmail'
>

interface DetailsValues {
  settings: { billing: Details }
}

/** Keeps what was typed and not saved: another page, a reload or an expired session loses nothing. */
export function useDetailsDraft(form: UseFormReturn<DetailsValues>) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : 'nobody'
  const key = `${draftPrefix}billing-details:${owner}`
  const [isBack, setIsBack] = useState(() => readDraft(key) !== undefined)

  useEffect(() => {
    const values = readDraft(key)
    if (values !== undefined) form.reset(values, { keepDefaultValues: true })
  }, [form, key])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty, name: changed }) => {
          // Without a name it is a reset, which may still be called dirty while it happens.
          if (changed === undefined) return
          if (isDirty === true) tabStorage.setItem(key, JSON.stringify(values))
          else tabStorage.removeItem(key)
        },
      }),
    [form, key],
  )

  const forget = () => {
    tabStorage.removeItem(key)
    setIsBack(false)
  }
  return { isBack, forget }
}

function readDraft(key: string): DetailsValues | undefined {
  try {
    const draft = JSON.parse(tabStorage.getItem(key) ?? 'null') as DetailsValues | null
    return draft ?? undefined
  } catch {
    return undefined
  }
}
