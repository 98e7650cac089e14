import {
  createProfileCall,
  type ProfileResponse,
  readProfileCall,
  type User,
} from '@errand/contract/auth'
import { queryOptions } from '@tanstack/react-query'

import { ApiError, isApiError } from './api/api-error.ts'
import { api } from './api/api.ts'
import { callApi } from './api/call-api.ts'
import { endSession, getSession, queryClient } from './session/session.ts'

/** The outcome of loading or creating the profile. */
type ProfileOutcome = 'ready' | ProfileFailure
/** Which of the two steps to a profile failed. */
export type ProfileFailure = 'load_failed' | 'create_failed'

const failedCreations = new WeakSet<Error>()

/** Which step of `profileQuery` failed with this error. */
export const profileFailureOf = (error: Error): ProfileFailure =>
  failedCreations.has(error) ? 'create_failed' : 'load_failed'

/** The user whose profile this page has loaded: if it is missing later, the account was deleted. */
let knownUid: string | undefined

/** The signed-in owner's profile; created first if the api has none. */
export const profileQuery = () =>
  queryOptions({
    queryKey: ['profile'],
    queryFn: async ({ signal }): Promise<User> => {
      const found = await findProfile(signal)
      const { user } = found ?? (await createMissingProfile())
      knownUid = user.uid
      return user
    },
    staleTime: 60_000,
    // The settings may have been changed in another tab or on another device.
    refetchOnWindowFocus: 'always',
  })

export interface SignInOutcome {
  isNewUser: boolean
  /** The account was closed, and is open again. */
  isReopened?: boolean
  profile: ProfileOutcome
}

/**
 * S2: fetches the profile at sign-in and creates it when the api answers 404; throws a 401. Of
 * somebody whom the identity provider has just met it is known that there is none.
 */
export async function signInProfile(
  phoneNumber: string,
  isNewIdentity = false,
): Promise<SignInOutcome> {
  let found: ProfileResponse | undefined
  try {
    found = isNewIdentity ? undefined : await findProfile()
  } catch (error) {
    rethrowUnauthorized(error)
    return { isNewUser: false, profile: 'load_failed' }
  }
  try {
    const { user, isReopened = false } = found ?? (await createProfile(phoneNumber))
    knownUid = user.uid
    queryClient.setQueryData(profileQuery().queryKey, user)
    return { isNewUser: found === undefined && !isReopened, isReopened, profile: 'ready' }
  } catch (error) {
    rethrowUnauthorized(error)
    return { isNewUser: true, profile: 'create_failed' }
  }
}

/** A user whom the api does not accept is not signed in, whatever the identity provider says. */
function rethrowUnauthorized(error: unknown): void {
  if (isApiError(error) && error.status === 401) throw error
}

async function findProfile(signal?: AbortSignal): Promise<ProfileResponse | undefined> {
  try {
    return await callApi(readProfileCall, { signal })
  } catch (error) {
    if (isApiError(error) && error.status === 404) return undefined
    throw error
  }
}

/** Creates a missing profile, unless the account was deleted elsewhere. */
async function createMissingProfile(): Promise<ProfileResponse> {
  const session = getSession()
  if (session.status !== 'signed-in') throw new ApiError(401)
  if (session.user.uid === knownUid) {
    endSession('left')
    throw new ApiError(404)
  }
  try {
    return await createProfile(session.user.phoneNumber)
  } catch (error) {
    if (error instanceof Error) failedCreations.add(error)
    throw error
  }
}

/** The account starts in the language in which its owner has signed up. */
function createProfile(phoneNumber: string): Promise<ProfileResponse> {
  return api
    .post('auth/profile', {
      json: { phoneNumber, email: '', name: '' },
      headers: { 'accept-language': document.documentElement.lang },
    })
    .json(createProfileCall.answer)
}
