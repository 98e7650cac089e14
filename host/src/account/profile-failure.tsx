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

/** Says that there is no profile; once, also where sign-in and the page behind it both find out. */
export function showProfileFailure(failure: ProfileFailure): void {
  const text = words(failure === 'create_failed' ? 'profileNotCreated' : 'profileLost')
  toast.error(text, { id: 'profile-failure' })
}

/** Says so of whoever is signed in already, on whatever page; the page itself may well work. */
export function ProfileFailureToast() {
  const isSignedIn = useSession().status === 'signed-in'
  const { error } = useQuery({ ...profileQuery(), enabled: isSignedIn })
  useEffect(() => {
    // Whom the api does not accept is on the way to the login page.
    if (!isSignedIn || error === null || (isApiError(error) && error.status === 401)) return
    showProfileFailure(profileFailureOf(error))
  }, [isSignedIn, error])
  return null
}
