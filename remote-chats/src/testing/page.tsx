import type { Message } from '@errand/contract/chats/message'
import type { ReplyInput } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import type { OwnerEvent } from '@errand/contract/events'
import type { Settings } from '@errand/contract/settings'
import { owner } from '@errand/contract/testing/owner'
import { renderRoutes, server } from '@errand/shared-auth/testing'
import { act, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'

import { handleEvent } from '../data/follow-chats.ts'
import { routes } from '../routes.tsx'
import { aMessageList, aProblem, aReply, aSessionList, ahead } from './samples.ts'

export const renderRoute = (path: string) => renderRoutes('/chats', routes, path)

interface Inbox {
  sessions: ChatSession[]
  /** The messages of each chat, oldest first. */
  messages?: Record<string, Message[]>
  templates?: Template[]
  settings?: { [K in keyof Settings]?: Partial<Settings[K]> }
}

/** Serves what the inbox requests for one owner; returns the replies that were sent. */
export function serveInbox({ sessions, messages = {}, templates = [], settings = {} }: Inbox) {
  const sent: Record<string, unknown>[] = []
  const changed = settings as Record<string, object | undefined>
  const merged = Object.fromEntries(
    Object.entries(owner.settings).map(([name, section]) => [
      name,
      typeof section === 'object' ? Object.assign({}, section, changed[name]) : section,
    ]),
  )
  server.use(
    http.get('*/api/auth/profile', () => {
      const user = { ...owner, settings: merged }
      return HttpResponse.json({ success: true, isNewUser: false, user })
    }),
    http.get('*/api/billing/summary', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/jobs', () => {
      const totals = { draft: 0, active: 0, paused: 0, archived: 0 }
      return HttpResponse.json({ items: [], nextCursor: null, totals })
    }),
    http.get('*/api/chats/templates', () =>
      HttpResponse.json({ items: templates, nextCursor: null }),
    ),
    http.post('*/typing', () =>
      HttpResponse.json({ success: true, heldUntil: new Date().toISOString() }),
    ),
    http.get('*/api/chats/sessions', () => HttpResponse.json(aSessionList(sessions))),
    http.get('*/api/chats/sessions/:id/messages', ({ params }) => {
      const id = String(params['id'])
      const session = sessions.find((one) => one.id === id)
      if (session === undefined) return new HttpResponse(null, { status: 404 })
      const unread = messages[id]?.find(
        ({ direction }) => direction === 'in' && session.unreadCount > 0,
      )
      return HttpResponse.json(
        aMessageList(session, messages[id] ?? [], { firstUnreadId: unread?.id ?? null }),
      )
    }),
    http.post('*/api/chats/sessions/:id/reply', async ({ params, request }) => {
      const body = (await request.json()) as ReplyInput
      sent.push(body)
      const known = sessions.find((one) => one.id === params['id'])
      const { message: text, clientId, replyToId } = body
      const sessionId = String(params['id'])
      const times = { createdAt: ahead(0), heldUntil: ahead(5000) }
      const message = aReply({ sessionId, text, clientId, replyToId, ...times })
      const session = { ...known, handler: 'owner', seq: (known?.seq ?? 0) + 1 }
      const balance = { amountMinor: 0, messagesLeft: 9 }
      return HttpResponse.json({ success: true, message, session, balance }, { status: 202 })
    }),
  )
  return { sent }
}

let eventId = 0

/** Sends an event about a session to the page. */
export function emitEvent(
  { id: sessionId }: ChatSession,
  type: OwnerEvent['type'],
  data: OwnerEvent['data'],
  sessionSeq: number,
): void {
  eventId += 1
  const at = new Date().toISOString()
  act(() => handleEvent({ id: eventId, at, sessionId, sessionSeq, type, data }))
}

type Call = `${'get' | 'post' | 'put' | 'delete'} ${string}`

/**
 * Answers a call from now on, with JSON or a response; falls through if `give` returns nothing.
 * Returns the query or body of each call.
 */
export function answer<Sent = Record<string, unknown>>(
  call: Call,
  give: (sent: Sent, request: Request) => unknown,
): Sent[] {
  const [method = '', path = ''] = call.split(' ')
  const calls: Sent[] = []
  server.use(
    http[method as 'get'](path, async ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const body: unknown = await request
        .clone()
        .json()
        .catch(() => query)
      calls.push(body as Sent)
      const given = await give(body as Sent, request)
      return given === undefined || given instanceof Response ? given : HttpResponse.json(given)
    }),
  )
  return calls
}

/** A problem document as the api sends it. */
export const refusal = (status: number, code = 'conflict', title = 'Refused') =>
  HttpResponse.json(aProblem(status, code, { title }), { status })

/** Opens the inbox of an owner with one session, at its chat. */
export function openChat(
  session: ChatSession,
  messages: Message[] = [],
  rest: Pick<Inbox, 'templates' | 'settings'> = {},
) {
  const inbox = serveInbox({ sessions: [session], messages: { [session.id]: messages }, ...rest })
  const router = renderRoute(`/chats?session=${session.id}`)
  return { ...inbox, router }
}

/** The box for replies to the contact. */
export const replyBox = () => screen.findByRole('textbox', { name: 'Reply' })
