import { signOut } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { words } from '../words/words.ts'

/** Signs out and confirms it; the page navigates because the session changes. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: () => toast.success(words('loggedOut')),
    onError: () => toast.error(words('logoutFailed')),
  })
  return { signOut: mutate, isSigningOut: isPending }
}
