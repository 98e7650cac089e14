import { atom, createStore, useAtomValue } from 'jotai'

import { getSession, onSessionChange } from '../session.ts'
import { type Connection, type ProductEvent, shareStream } from './share-stream.ts'

/** `isFromStream` is true in one tab of the browser: what must happen once for all tabs happens there. */
type Listener = (event: ProductEvent, isFromStream: boolean) => void

// Its own store, for the reasons of the session's.
const store = createStore()
const streamAtom = atom<Connection>('connecting')
const isOnlineAtom = atom(navigator.onLine)
const connectionAtom = atom((get): Connection => (get(isOnlineAtom) ? get(streamAtom) : 'offline'))
const listeners = new Set<Listener>()
let streamEnd: AbortController | undefined
let followedUid: string | undefined

/**
 * Calls back with what happens in the account of who is signed in, whichever remote asks: all share
 * one stream. The answer ends the subscription.
 */
export function subscribeEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How the page hears of events at this moment. */
export function useConnection(): Connection {
  return useAtomValue(connectionAtom, { store })
}

/** Follows the events of whoever is signed in, from now on. */
export function followEvents(): void {
  onSessionChange(followSession)
  for (const change of ['online', 'offline']) {
    window.addEventListener(change, () => store.set(isOnlineAtom, navigator.onLine))
  }
  followSession()
}

function followSession(): void {
  const session = getSession()
  const uid = session.status === 'signed-in' ? session.user.uid : undefined
  if (uid === followedUid) return
  followedUid = uid
  streamEnd?.abort()
  setConnection('connecting')
  if (uid === undefined) return
  streamEnd = new AbortController()
  shareStream(uid, { onEvent: publish, onConnection: setConnection }, streamEnd.signal)
}

function setConnection(connection: Connection): void {
  store.set(streamAtom, connection)
}

function publish(event: ProductEvent, isFromStream: boolean): void {
  for (const listener of listeners) {
    try {
      listener(event, isFromStream)
    } catch (error) {
      // A remote that fails at an event keeps it from nobody else.
      reportError(error)
    }
  }
}
