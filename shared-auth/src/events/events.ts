import { atom, createStore, useAtomValue } from 'jotai'

import { getSession, onSessionChange } from '../session/session.ts'
import { type Connection, type ProductEvent, shareStream } from './share-stream.ts'

/**
 * `isFromStream` is true in one tab of the browser: work that must happen once for all tabs happens
 * there.
 */
type Listener = (event: ProductEvent, isFromStream: boolean) => void

// Its own store, for the same reasons as the session's.
const store = createStore()
const streamAtom = atom<Connection>('connecting')
const isOnlineAtom = atom(navigator.onLine)
const connectionAtom = atom((get): Connection => (get(isOnlineAtom) ? get(streamAtom) : 'offline'))
const listeners = new Set<Listener>()
let streamEnd: AbortController | undefined
let followedUid: string | undefined

/**
 * Subscribes to the events of the signed-in owner; all remotes share one stream. Returns a function
 * that unsubscribes: `useEffect(() => subscribeEvents(({ type }) => seen(type)), [])`.
 */
export function subscribeEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The state of the connection to live updates. */
export function useConnection(): Connection {
  return useAtomValue(connectionAtom, { store })
}

/** Starts following the events of the signed-in owner. */
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
      // An error in one remote's listener must not keep the event from the others.
      reportError(error)
    }
  }
}
