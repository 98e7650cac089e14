import { profileResponseSchema, type ProfileResponse, type User } from '@errand/contract/auth'
import { queryOptions } from '@tanstack/react-query'

import { isApiError } from './api-error.ts'
import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { getSession } from './session.ts'

/** What became of the profile at sign-in. */
export type ProfileOutcome = 'ready' | 'load_failed' | 'create_failed'

/** The signed-in owner's profile; created on the way when the api does not know him yet. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: async ({ signal }): Promise<User> => {
      const found = await findProfile(signal)
      if (found !== undefined) return found.user
      const session = getSession()
      if (session.status !== 'signed-in') throw new Error('A profile needs a signed-in user')
      return (await createProfile(session.user.phoneNumber)).user
    },
    staleTime: 60_000,
  })

/** S2: fetches the profile at sign-in and creates it when the api answers 404. */
export async function signInProfile(
  phoneNumber: string,
): Promise<{ isNewUser: boolean; profile: ProfileOutcome }> {
  let found: ProfileResponse | undefined
  try {
    found = await findProfile()
  } catch {
    return { isNewUser: false, profile: 'load_failed' }
  }
  try {
    const { user } = found ?? (await createProfile(phoneNumber))
    queryClient.setQueryData(profileQuery().queryKey, user)
    return { isNewUser: found === undefined, profile: 'ready' }
  } catch {
    return { isNewUser: true, profile: 'create_failed' }
  }
}

async function findProfile(signal?: AbortSignal): Promise<ProfileResponse | undefined> {
  try {
    return await api
      .get('auth/profile', signal === undefined ? {} : { signal })
      .json(profileResponseSchema)
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}

function createProfile(phoneNumber: string): Promise<ProfileResponse> {
  return api
    .post('auth/profile', { json: { phoneNumber, email: '', name: '' } })
    .json(profileResponseSchema)
}
