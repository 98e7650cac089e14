import { signOut } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

/** Signs out and says so; the page moves on because the session changes. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: signOut,
    onSuccess: () => toast.success('Logged out successfully'),
    onError: () => toast.error('Failed to logout'),
  })
  return { signOut: mutate, isSigningOut: isPending }
}
