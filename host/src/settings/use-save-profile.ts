import { userSchema, type UpdateSettingsInput, type User } from '@errand/contract/auth'
import { isApiError, profileQuery, queryClient, userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import toast from 'react-hot-toast'

import { updateSettings } from './settings.api.ts'

/** Saves the profile; a copy saved elsewhere meanwhile comes back as `other`, nothing is lost. */
export function useSaveProfile(user: User, form: UseFormReturn<UpdateSettingsInput>) {
  const [other, setOther] = useState<User>()
  const version = other?.settings.version ?? user.settings.version

  const { mutate, isPending } = useMutation({
    mutationFn: (input: UpdateSettingsInput) => updateSettings(input, version),
    onSuccess: (saved) => {
      queryClient.setQueryData(profileQuery().queryKey, saved)
      setOther(undefined)
      form.reset({ name: saved.name, email: saved.email })
      toast.success('Settings saved')
    },
    onError: (error) => {
      const current = currentCopy(error)
      if (current === undefined) toast.error(userMessage(error))
      else setOther(current)
    },
  })
  return { save: mutate, isSaving: isPending, other, dismiss: () => setOther(undefined) }
}

/** What the api holds, when it refused because of that. */
function currentCopy(error: unknown): User | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return userSchema.safeParse(error.problem?.meta?.['current']).data
}
