import type { Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'
import { act, screen } from '@testing-library/react'

import { hear } from '../live/follow-chats.ts'
import { renderRoute } from './render-route.tsx'
import { serveInbox, type Inbox } from './serve-inbox.ts'

let eventId = 0

/** Something happens in a chat, and the page hears of it. */
export function happen(
  session: ChatSession,
  event: Pick<OwnerEvent, 'type' | 'data'>,
  seq: number,
): void {
  eventId += 1
  act(() =>
    hear({
      id: eventId,
      at: new Date().toISOString(),
      sessionId: session.id,
      sessionSeq: seq,
      ...event,
    }),
  )
}

/** Opens the inbox of an owner with one chat, at that chat. */
export function openChat(
  session: ChatSession,
  messages: Message[] = [],
  rest: Pick<Inbox, 'templates' | 'settings'> = {},
) {
  const inbox = serveInbox({ sessions: [session], messages: { [session.id]: messages }, ...rest })
  const router = renderRoute(`/chats?session=${session.id}`)
  return { ...inbox, router }
}

/** The box in which the owner writes to the contact. */
export const replyBox = () => screen.findByRole('textbox', { name: 'Reply' })
