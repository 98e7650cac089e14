import type { Message } from '@errand/contract/chats/message'
import type { Problem } from '@errand/contract/problem'
import { maxUndoSeconds, type ReplyInput } from '@errand/contract/chats/reply'
import { textTemplate } from '@errand/contract/chats/template'

/** A reply that the api does not have yet. */
export interface OutboxEntry {
  /** Made here; the api sends what has the same one only once. */
  clientId: string
  sessionId: string
  /** What the contact will read. */
  text: string
  template?: { name: string; language: string; values: string[] }
  replyToId?: string
  undoSeconds: number
  at: string
  /** `waiting` for its turn or for the network; `failed` waits for the owner. */
  state: 'waiting' | 'sending' | 'failed'
  /** The api may have it, even if no answer came. */
  wasPosted?: boolean
  /** Undone by the owner: it stays, hidden, until the api has taken it back. */
  isTakenBack?: boolean
  /** Of the message that it has become, while that is taken back. */
  messageId?: Message['id']
  failure?: SendFailure
}

/** Why a reply was not taken, and what would help. */
export interface SendFailure {
  title: string
  detail?: string | undefined
  action: SendAction
}

/** The one thing to do about a reply that was refused. */
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

/** What to tell of a refusal. */
export function failureOf(problem: Problem | undefined, fallback: string): SendFailure {
  if (problem === undefined) return { title: fallback, action: 'try_again' }
  const { code, title, detail } = problem
  return { title, detail, action: actions[code] ?? 'try_again' }
}

/** What is sent to the api for an entry. */
export function toReply(entry: OutboxEntry): ReplyInput {
  const { clientId, text, template, replyToId, isTakenBack } = entry
  // Sent again only to learn the message's id after a lost answer: held long enough to be undone.
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

/** The entry whose turn it is: one at a time, and in each chat in the order in which they were written. */
export function nextEntry(entries: readonly OutboxEntry[]): OutboxEntry | undefined {
  if (entries.some(({ state }) => state === 'sending')) return undefined
  return entries.find(({ state }) => state === 'waiting')
}

/** Changes one entry of many. */
export const withEntry = (
  entries: readonly OutboxEntry[],
  clientId: string,
  change: Partial<OutboxEntry>,
): OutboxEntry[] =>
  entries.map((entry) => (entry.clientId === clientId ? { ...entry, ...change } : entry))

export const withoutEntry = (entries: readonly OutboxEntry[], clientId: string): OutboxEntry[] =>
  entries.filter((entry) => entry.clientId !== clientId)

/** Reads what was kept: what was on its way when the page was closed is sent again, and goes out once. */
export function readEntries(value: unknown): OutboxEntry[] {
  if (!Array.isArray(value)) return []
  return (value as OutboxEntry[])
    .filter((entry) => typeof entry.clientId === 'string' && typeof entry.text === 'string')
    .map((entry) => (entry.state === 'sending' ? { ...entry, state: 'waiting' as const } : entry))
}
