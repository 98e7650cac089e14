import { sessionKnown, signOut } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { words } from './words/words.ts'

/** Signs out and confirms it; the page navigates because the session changes. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // While there is still a token; a browser that keeps it anyway is asked again by the next page.
      await leaveDevice().catch(() => undefined)
      await signOut()
    },
    onSuccess: () => toast.success(words('loggedOut')),
    onError: () => toast.error(words('logoutFailed')),
  })
  return { signOut: mutate, isSigningOut: isPending }
}

/** The next person at this browser gets no alerts of this owner. */
async function leaveDevice(): Promise<void> {
  const session = await sessionKnown()
  if (session.status !== 'signed-in') return
  const { leaveThisDevice } = await import(
    /* webpackChunkName: "notices" */ '../notify/this-device.ts'
  )
  await leaveThisDevice(session.user.uid)
}
