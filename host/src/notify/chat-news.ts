import { messageSchema } from '@errand/contract/chats/message'
import {
  chatSessionSchema,
  windowClosingMs,
  type Attention,
  type ChatSession,
} from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'

/** What an owner may have to be told of a chat. */
export interface ChatNews {
  session: ChatSession
  /** The contact wrote, or the chat began to need its owner. */
  reason: 'message' | Exclude<Attention, 'unread'>
  text: string
}

/** Within this time of its event something is new, also where nobody knows what was before. */
const freshMs = 10_000

/** How long after its window began to close a chat that nobody knows may be told of. */
const closingMs = 10 * 60_000

function isClosingNow(need: Attention, { window }: ChatSession, at: number): boolean {
  if (need !== 'window_closing' || window.expiresAt === null) return false
  return at - (Date.parse(window.expiresAt) - windowClosingMs) < closingMs
}

/** Reads the events of chats one after the other; most of them are no news. */
export function createNewsReader() {
  const known = new Map<string, ChatSession>()

  /** A chat as it is now; news where it begins to need its owner. */
  function takeSession(session: ChatSession, at: number): ChatNews | undefined {
    const before = known.get(session.id)
    known.set(session.id, session)
    const needs = session.attention.filter((one) => one !== 'unread')
    const isFresh = at - Date.parse(session.handlerSince) < freshMs
    const [reason] =
      before === undefined
        ? needs.filter((one) => (one === 'handoff' && isFresh) || isClosingNow(one, session, at))
        : needs.filter((one) => !before.attention.includes(one))
    return reason && { session, reason, text: session.lastMessage?.preview ?? '' }
  }

  /** What a contact wrote; the chat itself came before it. */
  function takeMessage({ type, sessionId = '', data }: OwnerEvent): ChatNews | undefined {
    const session = known.get(sessionId)
    const message = messageSchema.safeParse(data['message'])
    if (session === undefined || !message.success || type !== 'message.created') return undefined
    const { direction, type: kind, text } = message.data
    if (direction !== 'in' || kind === 'reaction') return undefined
    return { session, reason: 'message', text: text || (session.lastMessage?.preview ?? '') }
  }

  return (event: OwnerEvent): ChatNews | undefined => {
    const session = chatSessionSchema.safeParse(event.data['session'])
    return session.success ? takeSession(session.data, Date.parse(event.at)) : takeMessage(event)
  }
}
