import { updateSettingsSchema, type UpdateSettingsInput, type User } from '@errand/contract/auth'
import { profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import { readNow, showFieldErrors } from '@errand/shared-ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useForm, useFormState } from 'react-hook-form'

import { currentCopy, updateSettings } from '../settings.api.ts'
import { isSame, type Section } from './section.ts'
import { useSectionDraft } from './use-section-draft.ts'

interface Sending {
  input: UpdateSettingsInput
  /** The whole form, as it was then. */
  typed: string
}

/** The form of one section: what is typed, what became of saving it, what somebody else saved. */
export function useSectionForm(section: Section, user: User) {
  // What the form was filled from. A newer copy that a refetch brought would let this form
  // overwrite, unasked, what another tab saved.
  const [base, setBase] = useState(user)
  const [failure, setFailure] = useState<string>()
  const [savedAt, setSavedAt] = useState<Date>()
  const form = useForm<UpdateSettingsInput>({
    resolver: zodResolver(updateSettingsSchema),
    // Not `values`: what is typed while it is being saved would be replaced by what was sent.
    defaultValues: section.valuesOf(base),
  })
  const { isDirty } = useFormState(form)
  const mutationKey = ['settings', section.id]
  const isSaving = useIsMutating({ mutationKey }) > 0
  const saved = section.valuesOf(base)
  const refill = useEffectEvent((from: User) => {
    if (!isDirty) form.reset(section.valuesOf(from))
  })
  // Before the draft has its turn.
  useEffect(() => refill(base), [base])
  const draft = useSectionDraft({ sectionId: section.id, saved, form })
  const [other, setOther] = useState(draft.isStale ? user : undefined)
  // A copy that was asked for before the last save may come after it.
  const isElsewhere =
    user.settings.version > base.settings.version && !isSame(section.valuesOf(user), saved)
  // Nothing was typed: what was saved elsewhere can come in by itself.
  // While a save is under way what looks untouched may be what was taken back meanwhile.
  if (isElsewhere && !isDirty && !isSaving) setBase(user)
  const fillFrom = (from: User) => {
    setBase(from)
    setOther(undefined)
    form.reset(section.valuesOf(from))
    draft.forget()
  }
  /** What was typed since it was sent stays, and is not saved yet. */
  const goOnFrom = (from: User) => {
    setBase(from)
    setOther(undefined)
    form.reset(section.valuesOf(from), { keepValues: true, keepErrors: true })
    draft.keep(form.getValues(), section.valuesOf(from))
  }
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async ({ input }: Sending) => {
      setFailure(undefined)
      // Of another section's change this one need not know.
      const { settings } = other ?? (isElsewhere ? base : user)
      try {
        return await updateSettings(input, settings.version)
      } catch (error) {
        const current = currentCopy(error)
        const isThis =
          current === undefined ||
          !isSame(section.valuesOf(current), section.valuesOf(other ?? base))
        if (isThis) throw error
        // What changed is another section, of which this one need not know.
        return updateSettings(input, current.settings.version)
      }
    },
    onSuccess: (answer, { typed }) => {
      queryClient.setQueryData(profileQuery().queryKey, answer)
      if (JSON.stringify(form.getValues()) === typed) fillFrom(answer)
      else goOnFrom(answer)
      setSavedAt(new Date(readNow()))
    },
    onError: (error) => {
      const current = currentCopy(error)
      if (current !== undefined) setOther(current)
      else if (!showFieldErrors(error, form)) setFailure(userMessage(error))
    },
  })
  const takeOther = () => {
    if (other === undefined) return
    queryClient.setQueryData(profileQuery().queryKey, other)
    fillFrom(other)
  }
  const submit = (event: FormEvent) => {
    const typed = JSON.stringify(form.getValues())
    return form.handleSubmit((input) => mutate({ input, typed }))(event)
  }
  return { form, submit, isSaving, isDirty, savedAt, failure, other, takeOther, draft }
}

export type SectionForm = ReturnType<typeof useSectionForm>
