import { atom, createStore, useAtomValue } from 'jotai'

/** The signed-in person as the identity provider knows him; the profile is `profileQuery`. */
export interface SessionUser {
  uid: string
  phoneNumber: string
}

/** Why nobody is signed in: never was, left by himself, or the provider no longer accepts him. */
export type SignedOutReason = 'initial' | 'left' | 'expired'

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

/** The page's session, in React. */
export function useSession(): Session {
  return useAtomValue(sessionAtom, { store })
}

/** The session as soon as it is known, that is no longer `loading`. */
export function sessionKnown(): Promise<Session> {
  return new Promise((resolve) => {
    const settle = () => {
      const session = getSession()
      if (session.status === 'loading') return
      unsubscribe()
      resolve(session)
    }
    const unsubscribe = onSessionChange(settle)
    settle()
  })
}
