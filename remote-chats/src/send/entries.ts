import type { Message } from '@errand/contract/chats/message'
import { maxUndoSeconds, type ReplyInput } from '@errand/contract/chats/reply'
import { textTemplate } from '@errand/contract/chats/template'
import type { Problem } from '@errand/contract/problem'
import { draftsOf, isApiError, userMessage } from '@errand/shared-auth'
import { atom, createStore } from 'jotai'

/** A reply that the api has not accepted yet. */
export interface OutboxEntry {
  /** Made in the browser; the api sends a reply with the same id only once. */
  clientId: string
  sessionId: string
  /** The text as the contact will read it. */
  text: string
  template?: { name: string; language: string; values: string[] }
  /** A file, whose caption is the text. */
  file?: OutboxFile
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

/** A file of a reply; its bytes are in the memory of the page until the api has them. */
interface OutboxFile {
  uploadId: string
  fileName: string
  mimeType: string
  bytes: number
  /** The id at the api, once it has the file. */
  mediaId?: string | undefined
}

/** Why a reply was refused, and the action that helps. */
export interface SendFailure {
  title: string
  detail?: string | undefined
  action: SendAction
}

/** The action that helps with a refused reply. */
type SendAction = 'send_template' | 'top_up' | 'reconnect' | 'try_again' | 'edit' | 'choose_again'

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
export function toSendFailure(error: unknown): SendFailure {
  const problem = isApiError(error) ? error.problem : undefined
  const action = problem && actions[problem.code]
  return { title: userMessage(error), detail: problem?.detail, action: action ?? 'try_again' }
}

/** The request for an entry. */
export function toReply(entry: OutboxEntry): ReplyInput {
  const { clientId, text, template, file, replyToId, isTakenBack } = entry
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
    ...(file?.mediaId !== undefined && { mediaId: file.mediaId }),
    ...(replyToId !== undefined && { replyToId }),
  }
}

/**
 * Reads stored entries: one that was being sent when the page closed is sent again, and goes out
 * once. A file that was not uploaded by then is lost.
 */
export function readEntries(value: unknown): OutboxEntry[] {
  if (!Array.isArray(value)) return []
  return (value as OutboxEntry[])
    .filter((entry) => typeof entry.clientId === 'string' && typeof entry.text === 'string')
    .map(toStoredState)
}

function toStoredState(entry: OutboxEntry): OutboxEntry {
  const { file, state } = entry
  if (file !== undefined && file.mediaId === undefined) {
    return { ...entry, state: 'failed', failure: { title: '', action: 'choose_again' } }
  }
  return state === 'sending' ? { ...entry, state: 'waiting' } : entry
}

/** The waiting replies, as shown on the page and stored in the tab. */
export function createEntries(owner: string) {
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
