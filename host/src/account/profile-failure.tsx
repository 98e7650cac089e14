import {
  isApiError,
  profileFailureOf,
  profileQuery,
  useSession,
  type ProfileFailure,
} from '@errand/shared-auth'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import toast from 'react-hot-toast'

import { words } from '../errors/words/words.ts'

/**
 * Shows that the profile could not be loaded or created; once, even if sign-in and page both report
 * it.
 */
export function showProfileFailure(failure: ProfileFailure): void {
  const text = words(failure === 'create_failed' ? 'profileNotCreated' : 'profileLost')
  toast.error(text, { id: 'profile-failure' })
}

/** The same on any page of a signed-in owner; the page itself may still work. */
export function ProfileFailureToast() {
  const isSignedIn = useSession().status === 'signed-in'
  const { error } = useQuery({ ...profileQuery(), enabled: isSignedIn })
  useEffect(() => {
    // A user whom the api does not accept is already on the way to the login page.
    if (!isSignedIn || error === null || (isApiError(error) && error.status === 401)) return
    showProfileFailure(profileFailureOf(error))
  }, [isSignedIn, error])
  return null
}
