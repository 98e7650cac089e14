import { cookieText } from '@errand/contract/cookie'
import { draftPrefix } from '@errand/contract/drafts'
import { QueryClient } from '@tanstack/react-query'
import { atom, createStore, useAtomValue } from 'jotai'

import { browserStorage, tabStorage } from '../browser/page-storage.ts'

/** The signed-in person as the identity provider knows them; the profile is `profileQuery`. */
export interface SessionUser {
  uid: string
  phoneNumber: string
}

/**
 * Why nobody is signed in: never was, signed out, the user is no longer accepted, or the sign-in was
 * ended on another device or by its age.
 */
export type SignedOutReason = 'initial' | 'left' | 'expired' | 'ended'

/** Who uses the page. `loading` lasts until the identity provider has answered once. */
export type Session =
  | { status: 'loading' }
  | { status: 'signed-out'; reason: SignedOutReason }
  | { status: 'signed-in'; user: SessionUser }

// Its own store: the HTTP client reads it outside React, and no remote's <Provider> can hide it.
const store = createStore()
const sessionAtom = atom<Session>({ status: 'loading' })

/** The session of the moment, outside React. */
export const getSession = (): Session => store.get(sessionAtom)

export function setSession(session: Session): void {
  store.set(sessionAtom, session)
}

/** Calls back after each change of the session; the answer ends the subscription. */
export const onSessionChange = (listener: () => void): (() => void) =>
  store.sub(sessionAtom, listener)

/** The page's session, in React: `session.status === 'signed-in' && session.user.uid`. */
export function useSession(): Session {
  return useAtomValue(sessionAtom, { store })
}

/** Resolves to the session once it is no longer `loading`. */
export function sessionKnown(): Promise<Session> {
  return new Promise((resolve) => {
    const resolveIfKnown = () => {
      const session = getSession()
      if (session.status === 'loading') return
      unsubscribe()
      resolve(session)
    }
    const unsubscribe = onSessionChange(resolveIfKnown)
    resolveIfKnown()
  })
}

/** Returns the bearer token of the signed-in user; `forceRefresh` requests a new one. */
type TokenSource = (forceRefresh: boolean) => Promise<string>

let tokenSource: TokenSource | undefined

/** Set while somebody is signed in: the HTTP client's only source of tokens. */
export function setTokenSource(next: TokenSource | undefined): void {
  tokenSource = next
}

/** The bearer token, or nothing when nobody is signed in. */
export const getToken = async (forceRefresh = false): Promise<string | undefined> =>
  tokenSource?.(forceRefresh)

/** The page's one cache of server data; emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The HTTP client retries; a second layer would only multiply the waiting.
    queries: { retry: false, staleTime: 15_000 },
    // Finished mutations are not needed, and each keeps its screen in memory.
    mutations: { retry: false, gcTime: 1000 },
  },
})

const signedInCookie = 'errand_signed_in'
const oneYearSeconds = 365 * 24 * 60 * 60

/** A hint for the edge whether to preload pages that need a session. It grants nothing. */
export function setSignedInHint(isSignedIn: boolean): void {
  const isSecure = window.location.protocol === 'https:'
  const maxAge = isSignedIn ? oneYearSeconds : 0
  document.cookie = cookieText(signedInCookie, '1', { maxAge, isSecure })
}

/** Removes the user from this tab: token, session, and every cached answer. */
export function endSession(reason: SignedOutReason): void {
  setTokenSource(undefined)
  setSignedInHint(false)
  // After a session that expired or was ended the owner finds unsent text again; after signing out
  // the computer may be shared.
  if (reason === 'left') clearDrafts()
  // Once only: clearing the cache makes mounted pages refetch and be refused again.
  if (getSession().status === 'signed-out') return
  setSession({ status: 'signed-out', reason })
  queryClient.clear()
}

function clearDrafts(): void {
  for (const storage of [tabStorage, browserStorage]) {
    for (const key of storage.keys()) {
      if (key.startsWith(draftPrefix)) storage.removeItem(key)
    }
  }
}
