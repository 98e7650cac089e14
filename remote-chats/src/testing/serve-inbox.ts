import type { Message } from '@errand/contract/chats/message'
import type { ReplyInput } from '@errand/contract/chats/reply'
import type { ChatSession } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import type { Settings } from '@errand/contract/settings'
import { owner } from '@errand/contract/testing/owner'
import { http, HttpResponse } from 'msw'

import { aMessageList, aReply, aSessionList } from './chats.ts'
import { server } from './server.ts'

export interface Inbox {
  sessions: ChatSession[]
  /** The messages of each chat, oldest first. */
  messages?: Record<string, Message[]>
  templates?: Template[]
  settings?: { [K in keyof Settings]?: Partial<Settings[K]> }
}

/** Answers what the inbox asks for, as the api does for one owner; answers what it was sent. */
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
    http.get('*/api/auth/profile', () =>
      HttpResponse.json({
        success: true,
        isNewUser: false,
        user: { ...owner, settings: merged },
      }),
    ),
    http.get('*/api/billing/summary', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/jobs', () =>
      HttpResponse.json({
        items: [],
        nextCursor: null,
        totals: { draft: 0, active: 0, paused: 0, archived: 0 },
      }),
    ),
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
      const session = sessions.find((one) => one.id === params['id'])
      const heldUntil = new Date(Date.now() + 5000).toISOString()
      const { clientId, replyToId } = body
      const message = aReply({
        sessionId: String(params['id']),
        text: body.message,
        clientId,
        replyToId,
        createdAt: new Date().toISOString(),
        heldUntil,
      })
      return HttpResponse.json(
        {
          success: true,
          message,
          session: { ...session, handler: 'owner', seq: (session?.seq ?? 0) + 1 },
          balance: { amountMinor: 0, messagesLeft: 9 },
        },
        { status: 202 },
      )
    }),
  )
  return { sent }
}
