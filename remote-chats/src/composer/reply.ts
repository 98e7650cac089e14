import type { ChatSession } from '@errand/contract/chats/session'
import { cleanName } from '@errand/contract/visible-text'
import { browserStorage, useDraft, useDrafts } from '@errand/shared-auth'
import { useRef, type KeyboardEvent } from 'react'

import { sendTyping } from '../chats/chats.api.ts'

/** What is written in a chat and not sent yet. */
export interface ChatDraft {
  /** What the next Enter does; it changes only when the owner says so. */
  mode: 'reply' | 'remark'
  reply: string
  remark: string
  /** The message that the reply quotes, and the one that the remark is about. */
  replyToId?: string | undefined
  remarkOnId?: string | undefined
}

const emptyDraft: ChatDraft = { mode: 'reply', reply: '', remark: '' }
const topic = 'chat'

/** Whatever is not like a draft counts as none. */
function toDraft(value: unknown): ChatDraft {
  const kept = value as Partial<ChatDraft> | null
  return typeof kept?.reply === 'string' && typeof kept.remark === 'string'
    ? { ...emptyDraft, ...kept }
    : emptyDraft
}

/** How to read and write the draft of any chat. Not of the tab: a draft outlives it. */
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

/** What is written in a chat, and how to change it. */
export function useChatDraft(sessionId: string) {
  const { value } = useDraft(topic, sessionId, browserStorage)
  const { read, write } = useChatDrafts()
  return {
    draft: toDraft(value),
    /** What is written at this very moment, for what happens later. */
    read: () => read(sessionId),
    write: (part: Partial<ChatDraft>) => write(sessionId, part),
  }
}

/** The reply that waits in a chat, for the list; nothing where none does. */
export function useDraftPreview(sessionId: string): string | undefined {
  const reply = useChatDraft(sessionId).draft.reply.trim()
  return reply === '' ? undefined : reply
}

/** A draft with a reply that was taken back, before what is written by now, and what it quoted. */
export const restoredReply = (
  { reply, replyToId }: ChatDraft,
  taken: { text: string; replyToId?: string | undefined },
): Partial<ChatDraft> => ({
  reply: reply.trim() === '' ? taken.text : `${taken.text}\n${reply}`,
  replyToId: replyToId ?? taken.replyToId,
})

/** A place in a text that is filled from the chat: `{{name}}`, or `{{name|there}}` if there is none. */
const variablePattern = /\{\{\s*([\p{L}\p{M}\w .-]+?)\s*(?:\|([^{}]*))?\}\}/gu

/** What is known of a chat, by the names that a text may use. */
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

/** Fills in what is known; what is not, and has no other word, stays as a blank. */
export const fillVariables = (text: string, values: Record<string, string>): string =>
  text.replaceAll(variablePattern, (blank, name: string, other: string | undefined) => {
    const value = values[name.toLowerCase()] ?? ''
    return value.trim() === '' ? (other ?? blank) : value
  })

/** A blank that is left, and where it stands. */
export interface UnfilledVariable {
  name: string
  start: number
  end: number
}

/** The blanks of a text: nobody should receive one. */
export const findUnfilled = (text: string): UnfilledVariable[] =>
  [...text.matchAll(variablePattern)].map((match) => ({
    name: match[1] ?? '',
    start: match.index,
    end: match.index + match[0].length,
  }))

/** Whether a key sends what is typed; a phone's keyboard has no Shift to hold: there Enter begins a line. */
export function sendsReply(event: KeyboardEvent, enterSends: boolean): boolean {
  if (event.key !== 'Enter') return false
  if (event.ctrlKey || event.metaKey) return true
  const isTouch = window.matchMedia('(pointer: coarse)').matches
  return enterSends && !event.shiftKey && !isTouch
}

/** From so many letters on somebody means to say something. */
const minLetters = 3
/** The api holds the assistant for half a minute each time. */
const repeatAfterMs = 20_000

/** Keeps the assistant from cutting in while its owner types, whatever the contact writes meanwhile. */
export function useHoldAssistant(session: ChatSession): (text: string) => void {
  const sentAt = useRef(-Infinity)
  return (text) => {
    const isHeld = sentAt.current > Date.now() - repeatAfterMs
    if (session.handler !== 'assistant' || text.trim().length < minLetters || isHeld) return
    sentAt.current = Date.now()
    // It is a courtesy: what the owner sends stops the assistant anyway.
    sendTyping(session.id).catch(() => undefined)
  }
}
