import { signOut } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { say } from './words/words.ts'

/** Signs out and says so; the page moves on because the session changes. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: () => toast.success(say('loggedOut')),
    onError: () => toast.error(say('logoutFailed')),
  })
  return { signOut: mutate, isSigningOut: isPending }
}
