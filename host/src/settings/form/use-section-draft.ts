import type { UpdateSettingsInput } from '@errand/contract/auth'
import { draftPrefix } from '@errand/contract/drafts'
import { tabStorage, useSession } from '@errand/shared-auth'
import { useEffect, useEffectEvent, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import { secretNames } from './section.ts'

interface Draft {
  /** What was saved when the typing began. */
  base: UpdateSettingsInput
  values: UpdateSettingsInput
}

interface DraftOf {
  sectionId: string
  /** What is saved, as the form was filled from it. */
  saved: UpdateSettingsInput
  form: UseFormReturn<UpdateSettingsInput>
}

/** Keeps what was typed into a section and not saved: another page, or a reload, loses nothing. */
export function useSectionDraft({ sectionId, saved, form }: DraftOf) {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.uid : 'nobody'
  const key = `${draftPrefix}settings:${owner}:${sectionId}`
  const [found] = useState(() => readDraft(key))
  const [isBack, setIsBack] = useState(found !== undefined)
  const [isStale] = useState(
    () =>
      found !== undefined &&
      written(found.base) !== written(saved) &&
      written(found.values) !== written(saved),
  )

  useEffect(() => {
    const draft = readDraft(key)
    if (draft !== undefined) form.reset(draft.values, { keepDefaultValues: true })
  }, [form, key])

  const keep = (values: UpdateSettingsInput, base: UpdateSettingsInput) =>
    tabStorage.setItem(key, written({ base, values }))
  // A draft keeps what it began from, until its owner decided between the two.
  const keepTyped = useEffectEvent((values: UpdateSettingsInput) =>
    keep(values, readDraft(key)?.base ?? saved),
  )
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty, name: changed }) => {
          // Without a name it is a reset, which may still be called dirty while it happens.
          if (changed === undefined) return
          if (isDirty === true) keepTyped(values)
          else tabStorage.removeItem(key)
        },
      }),
    [form, key],
  )

  const forget = () => {
    tabStorage.removeItem(key)
    setIsBack(false)
  }
  return {
    isBack,
    /** What is saved is no longer what the draft began from. */
    isStale,
    keep,
    forget,
  }
}

const withoutSecrets = (name: string, value: unknown): unknown =>
  secretNames.has(name) ? undefined : value

const written = (value: UpdateSettingsInput | Draft): string =>
  JSON.stringify(value, withoutSecrets)

function readDraft(key: string): Draft | undefined {
  try {
    const draft = JSON.parse(tabStorage.getItem(key) ?? 'null') as Partial<Draft> | null
    if (draft?.base === undefined || draft.values === undefined) return undefined
    return { base: draft.base, values: draft.values }
  } catch {
    return undefined
  }
}
