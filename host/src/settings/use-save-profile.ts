import { userSchema, type UpdateSettingsInput, type User } from '@errand/contract/auth'
import { isApiError, profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'

import { updateSettings } from './settings.api.ts'
import { showProblem } from './show-problem.ts'

/** Saves the profile; a copy saved elsewhere meanwhile comes back as `other`, nothing is lost. */
export function useSaveProfile(user: User, form: UseFormReturn<UpdateSettingsInput>) {
  // The version the form was filled from. A newer one that a refetch brought would let this form
  // overwrite, unasked, what another tab saved.
  const [base, setBase] = useState(user)
  const [other, setOther] = useState<User>()

  const fillFrom = (saved: User) => {
    setBase(saved)
    setOther(undefined)
    form.reset({ name: saved.name, email: saved.email })
    queryClient.setQueryData(profileQuery().queryKey, saved)
  }

  const { mutate, isPending } = useMutation({
    mutationFn: (input: UpdateSettingsInput) =>
      updateSettings(input, (other ?? base).settings.version),
    onSuccess: (saved) => {
      fillFrom(saved)
      toast.success('Settings saved')
    },
    onError: (error) => {
      const current = currentCopy(error)
      if (current !== undefined) setOther(current)
      else if (!showProblem(error, form)) toast.error(userMessage(error))
    },
  })
  return { save: mutate, isSaving: isPending, other, takeOther: fillFrom }
}

/** What the api holds, when it refused because of that. */
function currentCopy(error: unknown): User | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return userSchema.safeParse(error.problem?.meta?.['current']).data
}
