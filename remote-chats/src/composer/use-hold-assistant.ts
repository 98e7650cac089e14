import type { ChatSession } from '@errand/contract/chats/session'
import { useRef } from 'react'

import { sayTyping } from '../chats/chats.api.ts'

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
