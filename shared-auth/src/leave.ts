import { deleteAccountResponseSchema } from '@errand/contract/auth'
import { signOut as signOutOfProvider } from 'firebase/auth'

import { api } from './api.ts'
import { runOwnChange, requireAuth } from './identity.ts'
import { endSession } from './session.ts'
import { announceEnd } from './tab-channel.ts'

/** S5: signs out in every tab; throws if the provider could not sign the user out. */
export async function signOut(): Promise<void> {
  await runOwnChange(async () => {
    await signOutOfProvider(requireAuth())
    endSession('left')
  })
  announceEnd('left')
}

/**
 * S6: deletes the account, then signs out in every tab; throws if refused, and the user stays
 * signed in.
 */
export async function deleteAccount(): Promise<void> {
  await api
    .delete('auth/account', { json: { confirm: 'DELETE' } })
    .json(deleteAccountResponseSchema)
  await forgetIdentity()
  // The account is gone, whether or not the provider could sign the user out.
  await signOut().catch(() => {
    endSession('left')
    announceEnd('left')
  })
}

/**
 * The provider refuses this for a session older than some minutes; the product's data is gone
 * anyway.
 */
async function forgetIdentity(): Promise<void> {
  try {
    await runOwnChange(async () => requireAuth().currentUser?.delete())
  } catch {
    // Nothing to do for the person: the number alone stays with the identity provider.
  }
}
