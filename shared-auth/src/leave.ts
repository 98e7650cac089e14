import { deleteAccountCall } from '@errand/contract/auth'
import { deviceIdHeader } from '@errand/contract/sign-ins'
import { signOut as signOutOfProvider } from 'firebase/auth'

import { callApi } from './api/call-api.ts'
import { deviceId } from './browser/device-id.ts'
import { announceEnd } from './browser/tab-channel.ts'
import { runOwnChange, requireAuth } from './identity.ts'
import { endSession, getToken } from './session/session.ts'

/**
 * S5: signs out in every tab, and ends the sign-in at the api if that can be reached; throws if the
 * provider could not sign the user out.
 */
export async function signOut(): Promise<void> {
  const token = await findToken().catch(() => undefined)
  await leave()
  if (token !== undefined) void endSignIn(token).catch(() => undefined)
}

/** Nobody who signs out is to wait longer for a token that has expired. */
const maxTokenMs = 2000

function findToken(): Promise<string | undefined> {
  const isOver = new Promise<undefined>((resolve) => setTimeout(resolve, maxTokenMs))
  return Promise.race([getToken(), isOver])
}

/** Goes on when the page is closed. Not by `callApi`: no answer must change the session after this one. */
async function endSignIn(token: string): Promise<void> {
  await fetch(new URL('/api/auth/sign-ins/current', window.location.origin), {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, [deviceIdHeader]: deviceId() },
    keepalive: true,
  })
}

async function leave(): Promise<void> {
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
  await callApi(deleteAccountCall, { body: { confirm: 'DELETE' } })
  await forgetIdentity()
  // The account is gone, whether or not the provider could sign the user out.
  await leave().catch(() => {
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
