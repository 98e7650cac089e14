import { useSession } from '@errand/shared-auth'

/** Whose drafts and unsent messages these are; `anyone` only where nobody can sign in. */
export function useOwnerId(): string {
  const session = useSession()
  return session.status === 'signed-in' ? session.user.uid : 'anyone'
}
