import type { Message } from '@errand/contract/chats/message'
import { maxUndoSeconds, type ReplyInput } from '@errand/contract/chats/reply'
import { textTemplate } from '@errand/contract/chats/template'
import type { Problem } from '@errand/contract/problem'
import { draftsOf, isApiError, onSessionChange, userMessage } from '@errand/shared-auth'
import { atom, createStore } from 'jotai'

import { patchChat, readChat, withMessage, withoutMessage } from '../chat/chat.ts'
import { sendReply, undoReply } from '../chats/chats.api.ts'
import { showError } from '../chats/parts.tsx'
import { applySession } from '../chats/session-cache.ts'

/** A reply that the api has not accepted yet. */
export interface OutboxEntry {
  /** Made in the browser; the api sends a reply with the same id only once. */
  clientId: string
  sessionId: string
  /** The text as the contact will read it. */
  text: string
  template?: { name: string; language: string; values: string[] }
  replyToId?: string | undefined
  undoSeconds: number
  /** `waiting` for its turn or for the network; `failed` needs the owner. */
  state: 'waiting' | 'sending' | 'failed'
  /** The api may have received it even though no answer came. */
  wasPosted?: boolean
  /** The owner pressed Undo: it stays, hidden, until the api has taken it back. */
  isTakenBack?: boolean
  /** The id of the message that it became, while that is being taken back. */
  messageId?: Message['id']
  failure?: SendFailure
}

/** Why a reply was refused, and the action that helps. */
interface SendFailure {
  title: string
  detail?: string | undefined
  action: SendAction
}

/** The action that helps with a refused reply. */
type SendAction = 'send_template' | 'top_up' | 'reconnect' | 'try_again' | 'edit'

const actions: Partial<Record<Problem['code'], SendAction>> = {
  window_closed: 'send_template',
  insufficient_balance: 'top_up',
  trial_limit: 'top_up',
  channel_disconnected: 'reconnect',
  template_not_approved: 'send_template',
  template_params_mismatch: 'edit',
  validation_failed: 'edit',
  opted_out: 'edit',
  conflict: 'edit',
}

/** The failure to show for an error. */
function toSendFailure(error: unknown): SendFailure {
  const problem = isApiError(error) ? error.problem : undefined
  if (problem === undefined) return { title: userMessage(error), action: 'try_again' }
  const { code, title, detail } = problem
  return { title, detail, action: actions[code] ?? 'try_again' }
}

/** The request for an entry. */
function toReply(entry: OutboxEntry): ReplyInput {
  const { clientId, text, template, replyToId, isTakenBack } = entry
  // Repeated only to learn the message's id after a lost answer: it is held long enough to be
  // undone.
  const undoSeconds = isTakenBack === true ? maxUndoSeconds : entry.undoSeconds
  const values = template?.values ?? [text]
  return {
    templateName: template?.name ?? textTemplate.name,
    languageCode: template?.language ?? textTemplate.language,
    components: values.map((value) => ({ type: 'BODY', text: value })),
    message: text,
    clientId,
    undoSeconds,
    ...(replyToId !== undefined && { replyToId }),
  }
}

/**
 * Reads stored entries: one that was being sent when the page closed is sent again, and goes out
 * once.
 */
export function readEntries(value: unknown): OutboxEntry[] {
  if (!Array.isArray(value)) return []
  return (value as OutboxEntry[])
    .filter((entry) => typeof entry.clientId === 'string' && typeof entry.text === 'string')
    .map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' as const } : entry))
}

const retryDelaysMs = [2000, 4000, 8000, 16_000, 30_000]

/** The waiting replies, as shown on the page and stored in the tab. */
function createEntries(owner: string) {
  // In the tab's storage: otherwise two tabs would both send them.
  const storage = draftsOf(owner, 'outbox')
  const store = createStore()
  const entriesAtom = atom<readonly OutboxEntry[]>(readEntries(storage.read('replies')))

  function setEntries(entries: readonly OutboxEntry[]): void {
    store.set(entriesAtom, entries)
    storage.write('replies', entries.length === 0 ? undefined : entries)
  }
  const all = () => store.get(entriesAtom)
  return {
    store,
    entriesAtom,
    all,
    find: (clientId: string | undefined) => all().find((one) => one.clientId === clientId),
    add: (entry: OutboxEntry) => setEntries([...all(), entry]),
    update: (clientId: string, part: Partial<OutboxEntry>) =>
      setEntries(
        all().map((entry) => (entry.clientId === clientId ? { ...entry, ...part } : entry)),
      ),
    remove: (clientId: string) => setEntries(all().filter((entry) => entry.clientId !== clientId)),
  }
}

/** Sends one owner's replies in order, across network failures and reloads. */
function createOutbox(owner: string) {
  const { store, entriesAtom, all, find, add, update, remove } = createEntries(owner)
  // Callbacks live as long as this page.
  const takenCallbacks = new Map<string, (message: Message) => void>()
  const undoMessage = createUndo()
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  /** The next entry to send: one at a time, in the order in which they were written. */
  function nextEntry(): OutboxEntry | undefined {
    if (isClosed || all().some(({ state }) => state === 'sending')) return undefined
    return all().find(({ state }) => state === 'waiting')
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
    const { message, session } = await sendReply(sessionId, toReply(entry))
    if (isClosed) return
    applySession(session)
    patchChat(sessionId, (chat) => withMessage(chat, message))
    const onTaken = takenCallbacks.get(clientId)
    takenCallbacks.delete(clientId)
    if (find(clientId)?.isTakenBack === true) return undoSent(entry, message.id)
    remove(clientId)
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
    },
  }
}

/** Whether the network or the api was unavailable, so that the same request may succeed later. */
const isTransient = (error: unknown): boolean =>
  isApiError(error) && [0, 401, 408, 425, 429, 502, 503, 504].includes(error.status)

type SentMessage = Pick<Message, 'id' | 'sessionId'>

/** Takes a message back: removes it from the chat and restores the session. */
async function undoMessageSend({ id, sessionId }: SentMessage): Promise<void> {
  try {
    applySession(await undoReply(id))
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
