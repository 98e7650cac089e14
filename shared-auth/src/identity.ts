import type { PageConfig } from '@errand/contract/release'
import { initializeApp } from 'firebase/app'
import {
  type Auth,
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  onAuthStateChanged,
  type User as IdentityUser,
} from 'firebase/auth'

import { announceEnd, onEndInOtherTab } from './browser/tab-channel.ts'
import { followEvents } from './events/events.ts'
import { profileQuery } from './profile.ts'
import { renewTokens } from './renew-token.ts'
import {
  endSession,
  getSession,
  onSessionChange,
  queryClient,
  setSession,
  setSignedInHint,
  setTokenSource,
} from './session/session.ts'

let auth: Auth | undefined
let isOwnChange = false

/** The identity provider's client; requires `startSession`. */
export function requireAuth(): Auth {
  if (auth === undefined) throw new Error('startSession has not been called')
  return auth
}

/**
 * Connects the page to its identity provider and restores the session; called once, by the host.
 */
export function startSession(identity: PageConfig['identity']): void {
  const { projectId, apiKey, authDomain, emulator } = identity
  const app = initializeApp({ projectId, apiKey, ...(authDomain !== undefined && { authDomain }) })
  auth = initializeAuth(app, {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  })
  auth.useDeviceLanguage()
  if (emulator) {
    // The edge proxies the emulator, so the browser knows one origin only.
    connectAuthEmulator(auth, window.location.origin, { disableWarnings: true })
    auth.settings.appVerificationDisabledForTesting = true
  }
  onAuthStateChanged(auth, handleIdentityChange)
  onEndInOtherTab(endSession)
  onSessionChange(leaveIfEnded)
  followEvents()
  renewTokens(auth)
}

/** Runs a sign-in or sign-out of this tab, which sets the session itself once it is complete. */
export async function runOwnChange<T>(work: () => Promise<T>): Promise<T> {
  isOwnChange = true
  try {
    return await work()
  } finally {
    isOwnChange = false
  }
}

/** A sign-in that was ended elsewhere is over in every tab, and a reload must not find it again. */
function leaveIfEnded(): void {
  const session = getSession()
  if (session.status !== 'signed-out' || session.reason !== 'ended') return
  announceEnd('ended')
  // Without the provider a reload leads back here: the api refuses the token.
  runOwnChange(() => requireAuth().signOut()).catch(() => undefined)
}

/** Lets the HTTP client use this user's tokens; `openSession` then sets the session. */
export function setTokensFrom(user: IdentityUser): void {
  setTokenSource((forceRefresh) => user.getIdToken(forceRefresh))
}

/** Opens the session for this user. */
export function openSession(user: IdentityUser): void {
  setTokensFrom(user)
  const session = getSession()
  if (session.status === 'signed-in' && session.user.uid === user.uid) return
  setSignedInHint(true)
  setSession({
    status: 'signed-in',
    user: { uid: user.uid, phoneNumber: user.phoneNumber ?? '' },
  })
  // Another tab signed in somebody else: cached answers of the previous user are not theirs.
  if (session.status === 'signed-in') queryClient.clear()
}

function handleIdentityChange(user: IdentityUser | null): void {
  if (isOwnChange) return
  if (user === null) {
    // Not caused by this tab: the provider no longer accepts the user.
    endSession(getSession().status === 'loading' ? 'initial' : 'expired')
    return
  }
  openSession(user)
  void queryClient.prefetchQuery(profileQuery())
}
