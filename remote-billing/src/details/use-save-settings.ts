import {
  updateSettingsResponseSchema,
  userSchema,
  type UpdateSettingsInput,
  type User,
} from '@errand/contract/auth'
import { api, isApiError, profileQuery, queryClient } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { billingKey } from '../account/billing.queries.ts'

interface SaveSettings {
  input: UpdateSettingsInput
  version: number
}

/** Saves a part of the settings; a copy that was saved elsewhere meanwhile comes back as `theirs`. */
export function useSaveSettings(onRefused: (error: Error) => void) {
  const [theirs, setTheirs] = useState<User>()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async ({ input, version }: SaveSettings) => {
      const headers = { 'if-match': `"${version}"` }
      const answer = api.put('auth/settings', { json: input, headers })
      return (await answer.json(updateSettingsResponseSchema)).user
    },
    onSuccess: (user) => {
      setTheirs(undefined)
      queryClient.setQueryData(profileQuery().queryKey, user)
      return queryClient.invalidateQueries({ queryKey: billingKey })
    },
    onError: (error) => {
      const current = currentCopy(error)
      if (current === undefined) onRefused(error)
      else setTheirs(current)
    },
  })
  return { save: mutate, isSaving: isPending, isSaved: isSuccess, theirs, setTheirs }
}

function currentCopy(error: Error): User | undefined {
  if (!isApiError(error) || error.code !== 'version_conflict') return undefined
  return userSchema.safeParse(error.problem?.meta?.['current']).data
}
