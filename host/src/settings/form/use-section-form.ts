import { updateSettingsSchema, type UpdateSettingsInput, type User } from '@errand/contract/auth'
import { useSettingsForm } from '@errand/shared-auth'
import { readNow, showFieldErrors } from '@errand/shared-ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useState, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'

/** One part of the settings, which is saved by itself. */
export interface Section {
  /** Also its address: `/settings#business`. */
  id: string
  /** What the form is filled with, in the shape that is sent: so what is refused finds its field. */
  valuesOf: (user: User) => UpdateSettingsInput
}

/** The form of one section. */
export function useSectionForm({ id, valuesOf }: Section, user: User) {
  const [savedAt, setSavedAt] = useState<Date>()
  const form = useForm<UpdateSettingsInput>({
    resolver: zodResolver(updateSettingsSchema),
    defaultValues: valuesOf(user),
  })
  const { isDirty } = form.formState
  const { save, ...state } = useSettingsForm({
    id,
    user,
    valuesOf,
    form,
    showErrors: (error) => showFieldErrors(error, form),
    onSaved: () => setSavedAt(new Date(readNow())),
  })
  const submit = (event: FormEvent) => form.handleSubmit((input) => save(input))(event)
  return { ...state, form, submit, isDirty, savedAt }
}

export type SectionForm = ReturnType<typeof useSectionForm>
