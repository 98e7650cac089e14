import type { Message } from '@errand/contract/chats/message'
import { draftsOf, isApiError, onSessionChange, userMessage } from '@errand/shared-auth'
import { atom, createStore } from 'jotai'
import toast from 'react-hot-toast'

import { takeBack, sendReply } from '../chats/messages.api.ts'
import { takeSession } from '../chats/session-cache.ts'
import { patchThread, readThread } from '../thread/thread.queries.ts'
import { withMessage, withoutMessage } from '../thread/thread.ts'
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
  const storage = draftsOf(owner, 'outbox')
  const store = createStore()
  const entriesAtom = atom<readonly OutboxEntry[]>(readEntries(storage.read('replies')))
  // Of this page alone: whoever waits for a reply to be taken does not outlive it.
  const waiters = new Map<string, (message: Message) => void>()
  /** Messages that this page is taking back or has taken back: a second press does nothing. */
  const undone = new Set<Message['id']>()
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
    change((entries) => withEntry(entries, entry.clientId, { state: 'sending', wasPosted: true }))
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
    const { clientId, sessionId, isTakenBack } = entry
    if (isTakenBack === true && entry.messageId !== undefined)
      return undoSent(entry, entry.messageId)
    const { message, session } = await sendReply(sessionId, toReply(entry))
    if (isClosed) return
    takeSession(session)
    patchThread(sessionId, (thread) => withMessage(thread, message))
    const tell = waiters.get(clientId)
    waiters.delete(clientId)
    if (find(clientId)?.isTakenBack === true) return undoSent(entry, message.id)
    change((entries) => withoutEntry(entries, clientId))
    tell?.(message)
  }

  /** The entry keeps the id, so that a failed call is repeated after the pause. */
  async function undoSent({ clientId, sessionId }: OutboxEntry, id: Message['id']): Promise<void> {
    change((entries) => withEntry(entries, clientId, { messageId: id }))
    await takeBackMessage({ id, sessionId })
    change((entries) => withoutEntry(entries, clientId))
  }

  /** Nobody refused it: it waits for the network, or for the api to be well. */
  function pause(entry: OutboxEntry): void {
    change((entries) => withEntry(entries, entry.clientId, { state: 'waiting' }))
    const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)]
    failures += 1
    timer = setTimeout(() => void flush(), pauseMs)
  }

  function fail({ clientId }: OutboxEntry, error: unknown): void {
    const { isTakenBack, messageId } = find(clientId) ?? {}
    if (isTakenBack === true) {
      change((entries) => withoutEntry(entries, clientId))
      // The api has it and sends it, which its owner is told; else nobody misses it.
      if (messageId !== undefined) toast.error(userMessage(error))
      return
    }
    const problem = isApiError(error) ? error.problem : undefined
    const failure = failureOf(problem, userMessage(error))
    change((entries) => withEntry(entries, clientId, { state: 'failed', failure }))
  }

  async function undoMessage(message: Message | undefined): Promise<string | undefined> {
    if (message === undefined || undone.has(message.id)) return undefined
    undone.add(message.id)
    try {
      await takeBackMessage(message).catch((error: unknown) => {
        if (!isPassing(error)) throw error
        return takeBackMessage(message)
      })
    } catch (error) {
      undone.delete(message.id)
      throw error
    }
    return message.text
  }

  const find = (clientId: string | undefined) =>
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
    /**
     * Takes a reply back, however far it has come; gives its text, or nothing where that was given
     * before. What becomes of one on its way is known later: a toast tells that it went out.
     */
    undo: async (reply: OutboxEntry | Message): Promise<string | undefined> => {
      const entry = find(reply.clientId)
      if (entry === undefined) return undoMessage('id' in reply ? reply : findMessage(reply))
      const { clientId, isTakenBack, state, wasPosted, text } = entry
      if (isTakenBack === true) return undefined
      if (state === 'failed' || wasPosted !== true) {
        change((entries) => withoutEntry(entries, clientId))
      } else {
        change((entries) => withEntry(entries, clientId, { isTakenBack: true }))
        void flush()
      }
      return text
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

/** Takes a message back: it leaves its thread, and the chat is as before, wherever it is shown. */
async function takeBackMessage({
  id,
  sessionId,
}: Pick<Message, 'id' | 'sessionId'>): Promise<void> {
  try {
    takeSession(await takeBack(id))
  } catch (error) {
    // By an earlier call whose answer was lost, or on another device.
    const isGone = isApiError(error) && error.status === 404
    if (!isGone) throw error
  }
  patchThread(sessionId, (thread) => withoutMessage(thread, id))
}

/** The message that an entry has become; the row of whoever pressed Undo may be older than that. */
const findMessage = ({ sessionId, clientId }: OutboxEntry): Message | undefined =>
  readThread(sessionId)?.items.find((message) => message.clientId === clientId)

const outboxes = new Map<string, ReturnType<typeof createOutbox>>()
onSessionChange(() => {
  for (const outbox of outboxes.values()) outbox.close()
  outboxes.clear()
})

/** The outbox of an owner in this tab, until they leave. */
export function outboxOf(owner: string) {
  const outbox = outboxes.get(owner) ?? createOutbox(owner)
  outboxes.set(owner, outbox)
  return outbox
}
