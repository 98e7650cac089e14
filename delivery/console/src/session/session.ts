import { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const storageKey = 'errand_console_token'

/** Signed in with a token, or not: at first, by choice, or because the token has ended. */
interface Session {
  token: string | null
  isExpired: boolean
}

let session: Session | undefined
const listeners = new Set<() => void>()

/** What the registry has answered; forgotten with the token. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The next question comes within seconds anyway.
    queries: { retry: false, networkMode: 'always', refetchInterval: 3_000 },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The session of this tab. */
export const useSession = (): Session => useSyncExternalStore(subscribe, readSession)

/** The session, outside of components. */
export function readSession(): Session {
  session ??= { token: sessionStorage.getItem(storageKey), isExpired: false }
  return session
}

/** Keeps a token until the tab is closed. */
export function signIn(token: string): void {
  sessionStorage.setItem(storageKey, token)
  change({ token, isExpired: false })
}

/** Forgets the token and all that was read with it. */
export function signOut({ isExpired = false } = {}): void {
  sessionStorage.removeItem(storageKey)
  queryClient.clear()
  change({ token: null, isExpired })
}

function change(next: Session): void {
  session = next
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
