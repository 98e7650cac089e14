import { holdAssistantCall } from '@errand/contract/chats/run'
import type { ChatSession } from '@errand/contract/chats/session'
import { cleanName } from '@errand/contract/visible-text'
import { browserStorage, callApi, useDraft, useDrafts } from '@errand/shared-auth'
import { useRef, type KeyboardEvent } from 'react'

/** The unsent text of a chat. */
export interface ChatDraft {
  /** Whether the box holds a reply or a note; only the owner changes it. */
  mode: 'reply' | 'remark'
  reply: string
  remark: string
  /** The message that the reply quotes, and the message that the note is about. */
  replyToId?: string | undefined
  remarkOnId?: string | undefined
}

const emptyDraft: ChatDraft = { mode: 'reply', reply: '', remark: '' }
const topic = 'chat'

/** A stored value that is no draft counts as none. */
function toDraft(value: unknown): ChatDraft {
  const kept = value as Partial<ChatDraft> | null
  return typeof kept?.reply === 'string' && typeof kept.remark === 'string'
    ? { ...emptyDraft, ...kept }
    : emptyDraft
}

/**
 * Reads and writes the draft of any chat. In the browser's storage, because a draft should outlive
 * its tab.
 */
export function useChatDrafts() {
  const drafts = useDrafts(topic, browserStorage)
  const read = (sessionId: string) => toDraft(drafts.read(sessionId))
  return {
    read,
    write: (sessionId: string, part: Partial<ChatDraft>): void => {
      const next = { ...read(sessionId), ...part }
      const isEmpty = next.reply === '' && next.remark === '' && next.mode === emptyDraft.mode
      drafts.write(sessionId, isEmpty && next.replyToId === undefined ? undefined : next)
    },
  }
}

/** The draft of a chat. */
export function useChatDraft(sessionId: string) {
  const { value } = useDraft(topic, sessionId, browserStorage)
  const { read, write } = useChatDrafts()
  return {
    draft: toDraft(value),
    /** The draft at this moment, for callbacks that run later. */
    read: () => read(sessionId),
    write: (part: Partial<ChatDraft>) => write(sessionId, part),
  }
}

/** The unsent reply of a chat for the list; undefined if there is none. */
export function useDraftPreview(sessionId: string): string | undefined {
  const reply = useChatDraft(sessionId).draft.reply.trim()
  return reply === '' ? undefined : reply
}

/** The draft with a reply that was taken back, placed before the current text, with its quote. */
export const restoredReply = (
  { reply, replyToId }: ChatDraft,
  taken: { text: string; replyToId?: string | undefined },
): Partial<ChatDraft> => ({
  reply: reply.trim() === '' ? taken.text : `${taken.text}\n${reply}`,
  replyToId: replyToId ?? taken.replyToId,
})

/** A variable in a text: `{{name}}`, or `{{name|there}}` with a fallback. */
const variablePattern = /\{\{\s*([\p{L}\p{M}\w .-]+?)\s*(?:\|([^{}]*))?\}\}/gu

/** The known values of a chat, by the names of the variables. */
export function knownValues(
  { contact, job, formData }: Pick<ChatSession, 'contact' | 'job' | 'formData'>,
  business: string,
): Record<string, string> {
  const answers = Object.entries(formData?.values ?? {}).flatMap(([key, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[key, String(value)]] : [],
  )
  return {
    ...(Object.fromEntries(answers) as Record<string, string>),
    name: cleanName(contact.name),
    phone: contact.phoneNumber,
    job: job?.name ?? '',
    business,
  }
}

/** Fills in known variables; an unknown one without a fallback stays. */
export const fillVariables = (text: string, values: Record<string, string>): string =>
  text.replaceAll(variablePattern, (blank, name: string, other: string | undefined) => {
    const value = values[name.toLowerCase()] ?? ''
    return value.trim() === '' ? (other ?? blank) : value
  })

/** A variable that is not filled in, and its position. */
export interface UnfilledVariable {
  name: string
  start: number
  end: number
}

/** The unfilled variables of a text; a reply with any of them is not sent. */
export const findUnfilled = (text: string): UnfilledVariable[] =>
  [...text.matchAll(variablePattern)].map((match) => ({
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }))

/**
 * Whether a key sends the reply; on touch keyboards, which have no Shift, Enter starts a new line.
 */
export function sendsReply(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter') return false
  if (event.ctrlKey || event.metaKey) return true
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return enterSends && !event.shiftKey && !isTouch
}

/** Fewer letters are probably not meant as a reply yet. */
const minLetters = 3
/** Shorter than the half minute for which each call holds the assistant back. */
const repeatAfterMs = 20_000

/** Keeps the assistant from replying while the owner types. */
export function useHoldAssistant(session: ChatSession): (text: string) => void {
  const sentAt = useRef(-Infinity)
  return (text) => {
    const isHeld = sentAt.current > Date.now() - repeatAfterMs
    if (session.handler !== 'assistant' || text.trim().length < minLetters || isHeld) return
    sentAt.current = Date.now()
    // A failure is ignored: the owner's reply stops the assistant anyway.
    callApi(holdAssistantCall, { id: session.id }).catch(() => undefined)
  }
}
