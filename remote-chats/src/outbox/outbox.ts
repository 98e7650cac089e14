import type { Message } from '@errand/contract/chats/message'
import { isApiError, userMessage } from '@errand/shared-auth'
import { atom, createStore } from 'jotai'
import toast from 'react-hot-toast'

import { takeBack, sendReply } from '../chats/messages.api.ts'
import { takeSession } from '../chats/session-cache.ts'
import { patchThread } from '../thread/thread.queries.ts'
import { withMessage, withoutMessage } from '../thread/thread.ts'
import { ownStorage, perOwner } from '../owner/own-storage.ts'
import {
  failureOf,
  nextEntry,
  readEntries,
  toReply,
  withEntry,
  withoutEntry,
  type OutboxEntry,
} from './outbox-entry.ts'

const pausesMs = [2000, 4000, 8000, 16_000, 30_000]

/** Sends the replies of one owner in their order, through lost networks and reloads. */
function createOutbox(owner: string) {
  // Of the tab: two tabs would otherwise both send what waits.
  const storage = ownStorage(sessionStorage, 'outbox', owner)
  const store = createStore()
  const entriesAtom = atom<readonly OutboxEntry[]>(readEntries(storage.read('replies')))
  // Of this page alone: whoever waits for a reply to be taken does not outlive it.
  const waiters = new Map<string, (message: Message) => void>()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function change(next: (entries: readonly OutboxEntry[]) => readonly OutboxEntry[]): void {
    store.set(entriesAtom, next)
    const entries = store.get(entriesAtom)
    storage.write('replies', entries.length === 0 ? undefined : entries)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const entry = isClosed ? undefined : nextEntry(store.get(entriesAtom))
    if (entry === undefined) return
    change((entries) => withEntry(entries, entry.clientId, { state: 'sending' }))
    try {
      await send(entry)
      failures = 0
    } catch (error) {
      // What a closed one kept is its owner's next page's to send.
      if (isClosed) return
      if (isPassing(error)) return pause(entry)
      fail(entry, error)
    }
    await flush()
  }

  async function send(entry: OutboxEntry): Promise<void> {
    const { message, session } = await sendReply(entry.sessionId, toReply(entry))
    if (isClosed) return
    const { isTakenBack } = find(entry.clientId) ?? entry
    takeSession(session)
    patchThread(entry.sessionId, (thread) => withMessage(thread, message))
    change((entries) => withoutEntry(entries, entry.clientId))
    const tell = waiters.get(entry.clientId)
    waiters.delete(entry.clientId)
    if (isTakenBack === true) await undo(message).catch(tellNotTakenBack)
    else tell?.(message)
  }

  /** Nobody refused it: it waits for the network, or for the api to be well. */
  function pause(entry: OutboxEntry): void {
    change((entries) => withEntry(entries, entry.clientId, { state: 'waiting' }))
    const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)]
    failures += 1
    timer = setTimeout(() => void flush(), pauseMs)
  }

  function fail({ clientId }: OutboxEntry, error: unknown): void {
    // Nobody wants it any more, and its text is back in the composer.
    if (find(clientId)?.isTakenBack === true) {
      change((entries) => withoutEntry(entries, clientId))
      return
    }
    const problem = isApiError(error) ? error.problem : undefined
    const failure = failureOf(problem, userMessage(error))
    change((entries) => withEntry(entries, clientId, { state: 'failed', failure }))
  }

  const find = (clientId: string) =>
    store.get(entriesAtom).find((entry) => entry.clientId === clientId)

  const handleOnline = () => void flush()
  window.addEventListener('online', handleOnline)
  // What a reload interrupted goes on.
  void Promise.resolve().then(flush)

  return {
    store,
    entriesAtom,
    /** `onTaken` hears when the api has it. */
    add: (entry: Omit<OutboxEntry, 'state'>, onTaken?: (message: Message) => void): void => {
      if (onTaken !== undefined) waiters.set(entry.clientId, onTaken)
      change((entries) => [...entries, { ...entry, state: 'waiting' }])
      void flush()
    },
    /** The owner says: once more. */
    retry: (clientId: string): void => {
      change((entries) => withEntry(entries, clientId, { state: 'waiting' }))
      void flush()
    },
    /** Gives the entry back if it has not left yet; else it is taken back as soon as the api has it. */
    withdraw: (clientId: string): OutboxEntry | undefined => {
      const entry = find(clientId)
      if (entry?.state !== 'sending') {
        change((entries) => withoutEntry(entries, clientId))
        return entry
      }
      change((entries) => withEntry(entries, clientId, { isTakenBack: true }))
      return entry
    },
    flush,
    close(): void {
      isClosed = true
      clearTimeout(timer)
      window.removeEventListener('online', handleOnline)
    },
  }
}

/** The network or the api was not there; the same request may well succeed later. */
const isPassing = (error: unknown): boolean =>
  isApiError(error) && [0, 401, 408, 425, 429, 502, 503, 504].includes(error.status)

/** The reply goes out though its owner took it back: that is never kept quiet. */
const tellNotTakenBack = (error: unknown): void => {
  toast.error(userMessage(error))
}

/** Takes back a reply that the api holds; the bubble goes at once. */
export async function undo(message: Message): Promise<string> {
  const restored = await takeBack(message.id)
  patchThread(message.sessionId, (thread) => withoutMessage(thread, message.id))
  return restored
}

export const outboxOf = perOwner(createOutbox, (outbox) => outbox.close())
