import type { ChatSession } from '@errand/contract/chats/session'
import { cleanName } from '@errand/contract/visible-text'
import { useRef, type KeyboardEvent } from 'react'

import { sayTyping } from '../chats/chats.api.ts'

/** A place in a text that is filled from the chat: `{{name}}`, or `{{name|there}}` if there is none. */
const variable = /\{\{\s*([\p{L}\p{M}\w .-]+?)\s*(?:\|([^{}]*))?\}\}/gu

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
  text.replaceAll(variable, (blank, name: string, other: string | undefined) => {
    const value = values[name.toLowerCase()] ?? ''
    return value.trim() === '' ? (other ?? blank) : value
  })

/** A blank that is left, and where it stands. */
export interface Blank {
  name: string
  start: number
  end: number
}

/** The blanks of a text: nobody should receive one. */
export const findBlanks = (text: string): Blank[] =>
  [...text.matchAll(variable)].map((match) => ({
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
const letters = 3
/** The api holds the assistant for half a minute each time. */
const againMs = 20_000

/** Keeps the assistant from cutting in while its owner types, whatever the contact writes meanwhile. */
export function useHoldAssistant(session: ChatSession): (text: string) => void {
  const saidAt = useRef(-Infinity)
  return (text) => {
    const isHeld = saidAt.current > Date.now() - againMs
    if (session.handler !== 'assistant' || text.trim().length < letters || isHeld) return
    saidAt.current = Date.now()
    // It is a courtesy: what the owner sends stops the assistant anyway.
    sayTyping(session.id).catch(() => undefined)
  }
}
