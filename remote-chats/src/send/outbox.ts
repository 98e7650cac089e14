import type { Message } from '@errand/contract/chats/message'
import { sendReplyCall, undoReplyCall } from '@errand/contract/chats/reply'
import { callApi, isApiError, onSessionChange, queryClient } from '@errand/shared-auth'

import { patchChat, readChat, withMessage, withoutMessage } from '../data/chat.ts'
import { applySession } from '../data/session-cache.ts'
import { showError } from '../shared/parts.tsx'
import { createEntries, toReply, toSendFailure, type OutboxEntry } from './entries.ts'
import { fileQuery } from './files/file-query.ts'
import { findUpload, onUploadEnd, removeUpload, retryUpload, type Upload } from './files/uploads.ts'

const retryDelaysMs = [2000, 4000, 8000, 16_000, 30_000]

/** Sends one owner's replies in order, across network failures and reloads. */
function createOutbox(owner: string) {
  const { store, entriesAtom, all, find, add, update, remove } = createEntries(owner)
  // Callbacks live as long as this page.
  const takenCallbacks = new Map<string, (message: Message) => void>()
  const undoMessage = createUndo()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  /**
   * The next entry to send: one at a time, in the order in which they were written. What waits for
   * its upload holds back the later ones of its chat only.
   */
  function nextEntry(): OutboxEntry | undefined {
    if (isClosed || all().some(({ state }) => state === 'sending')) return undefined
    const uploading = new Set<string>()
    return all().find(({ state, sessionId, file }) => {
      if (state !== 'waiting' || uploading.has(sessionId)) return false
      if (file === undefined || file.mediaId !== undefined) return true
      uploading.add(sessionId)
      return false
    })
  }

  /** Sends the reply that an upload belongs to, or says why it cannot be sent. */
  function handleUploadEnd({ id, mediaId, failure }: Upload): void {
    const entry = all().find(({ file }) => file?.uploadId === id)
    if (entry?.file === undefined) return
    const { clientId, file } = entry
    if (mediaId !== undefined) update(clientId, { file: { ...file, mediaId } })
    if (failure !== undefined) {
      const action = failure.isRefused ? 'choose_again' : 'try_again'
      update(clientId, { state: 'failed', failure: { title: failure.title, action } })
    }
    void flush()
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    const entry = nextEntry()
    if (entry === undefined) return
    update(entry.clientId, { state: 'sending', wasPosted: true })
    try {
      await send(entry)
      failures = 0
    } catch (error) {
      // After closing, the owner's next page sends the remaining entries.
      if (isClosed) return
      if (isTransient(error)) return scheduleRetry(entry)
      fail(entry, error)
    }
    await flush()
  }

  async function send(entry: OutboxEntry): Promise<void> {
    const { clientId, sessionId, isTakenBack } = entry
    if (isTakenBack === true && entry.messageId !== undefined)
      return undoSent(entry, entry.messageId)
    const reply = { id: sessionId, body: toReply(entry) }
    const { message, session } = await callApi(sendReplyCall, reply)
    if (isClosed) return
    applySession(session)
    patchChat(sessionId, (chat) => withMessage(chat, message))
    const onTaken = takenCallbacks.get(clientId)
    takenCallbacks.delete(clientId)
    if (find(clientId)?.isTakenBack === true) return undoSent(entry, message.id)
    remove(clientId)
    if (entry.file !== undefined) keepFile(entry.file.uploadId, message)
    onTaken?.(message)
  }

  /** The entry keeps the message id, so that a failed call can be repeated after a pause. */
  async function undoSent({ clientId, sessionId }: OutboxEntry, id: Message['id']): Promise<void> {
    update(clientId, { messageId: id })
    await undoMessageSend({ id, sessionId })
    remove(clientId)
  }

  /** Not refused: it waits for the network or for the api to recover. */
  function scheduleRetry(entry: OutboxEntry): void {
    update(entry.clientId, { state: 'waiting' })
    const retryDelayMs = retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]
    failures += 1
    timer = setTimeout(() => void flush(), retryDelayMs)
  }

  function fail({ clientId }: OutboxEntry, error: unknown): void {
    const { isTakenBack, messageId } = find(clientId) ?? {}
    if (isTakenBack === true) {
      remove(clientId)
      // The api has the message and will send it, so the owner is told; otherwise nobody misses it.
      if (messageId !== undefined) showError(error)
      return
    }
    update(clientId, { state: 'failed', failure: toSendFailure(error) })
  }

  const handleOnline = () => void flush()
  window.addEventListener('online', handleOnline)
  const stopUploads = onUploadEnd(handleUploadEnd)
  // Continues what a reload interrupted.
  void Promise.resolve().then(flush)

  return {
    store,
    entriesAtom,
    /** `onTaken` is called when the api has accepted it. */
    add: (entry: Omit<OutboxEntry, 'state'>, onTaken?: (message: Message) => void): void => {
      if (onTaken !== undefined) takenCallbacks.set(entry.clientId, onTaken)
      add({ ...entry, state: 'waiting' })
      void flush()
    },
    /** Sends a failed reply again. */
    retry: (clientId: string): void => {
      update(clientId, { state: 'waiting' })
      const { file } = find(clientId) ?? {}
      if (file !== undefined && file.mediaId === undefined) retryUpload(file.uploadId)
      void flush()
    },
    /**
     * Takes a reply back at any stage; resolves to its text, or to undefined if it was taken back
     * before. If a reply in flight turns out to be sent, a toast says so.
     */
    undo: async (reply: OutboxEntry | Message): Promise<string | undefined> => {
      const entry = find(reply.clientId)
      if (entry === undefined) {
        const message = 'id' in reply ? reply : findMessage(reply)
        return message && undoMessage(message)
      }
      const { clientId, isTakenBack, state, wasPosted, text } = entry
      if (isTakenBack === true) return undefined
      if (state === 'failed' || wasPosted !== true) {
        remove(clientId)
      } else {
        update(clientId, { isTakenBack: true })
        void flush()
      }
      return text
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
      window.removeEventListener('online', handleOnline)
      stopUploads()
    },
  }
}

/** Shows the message with the file that the page still has, instead of loading it. */
function keepFile(uploadId: string, { media }: Message): void {
  const file = findUpload(uploadId)?.file
  if (file !== undefined && media !== undefined) {
    queryClient.setQueryData<Blob>(fileQuery(media).queryKey, file)
  }
  removeUpload(uploadId)
}

/** Whether the network or the api was unavailable, so that the same request may succeed later. */
const isTransient = (error: unknown): boolean =>
  isApiError(error) && [0, 401, 408, 425, 429, 502, 503, 504].includes(error.status)

type SentMessage = Pick<Message, 'id' | 'sessionId'>

/** Takes a message back: removes it from the chat and restores the session. */
async function undoMessageSend({ id, sessionId }: SentMessage): Promise<void> {
  try {
    applySession((await callApi(undoReplyCall, { id })).session)
  } catch (error) {
    // Already taken back by an earlier call whose answer was lost, or on another device.
    if (!isApiError(error) || error.status !== 404) throw error
  }
  patchChat(sessionId, (chat) => withoutMessage(chat, id))
}

/** Takes messages back and returns their text; undefined if already taken back. */
function createUndo() {
  const undoneIds = new Set<Message['id']>()
  return async (message: Message): Promise<string | undefined> => {
    // Undo was pressed a second time.
    if (undoneIds.has(message.id)) return undefined
    undoneIds.add(message.id)
    try {
      await undoMessageSend(message).catch((error: unknown) => {
        if (!isTransient(error)) throw error
        return undoMessageSend(message)
      })
    } catch (error) {
      undoneIds.delete(message.id)
      throw error
    }
    return message.text
  }
}

/** The message that an entry has become; the row whose Undo was pressed may be older. */
const findMessage = ({ sessionId, clientId }: OutboxEntry): Message | undefined =>
  readChat(sessionId)?.items.find((message) => message.clientId === clientId)

const outboxes = new Map<string, ReturnType<typeof createOutbox>>()
onSessionChange(() => {
  for (const outbox of outboxes.values()) outbox.close()
  outboxes.clear()
})

/** The outbox of an owner in this tab, until they sign out. */
export function outboxOf(owner: string) {
  const outbox = outboxes.get(owner) ?? createOutbox(owner)
  outboxes.set(owner, outbox)
  return outbox
}
