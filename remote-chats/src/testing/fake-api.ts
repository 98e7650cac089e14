import type { Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'
import { HttpResponse, http } from 'msw'

import { aMessage, aReply, aSession } from './samples.ts'

interface Chat {
  updatedAt: string
  session: ChatSession
  messages: Message[]
}

/** An api with some chats in which things happen, and what it tells of them, in their order. */
export class FakeApi {
  readonly events: OwnerEvent[] = []
  readonly #chats: Chat[]
  #now = Date.UTC(2026, 10, 21, 10)

  constructor(count: number) {
    this.#chats = Array.from({ length: count }, (_, index) => ({
      session: aSession({ name: `Contact ${index}`, lastActivityAt: this.#tick(), seq: 0 }),
      messages: [],
      updatedAt: this.#tick(),
    }))
  }

  /** The chats, the latest first, as the list of the api has them. */
  get sessions(): ChatSession[] {
    return this.#chats
      .map(({ session }) => session)
      .toSorted((one, other) => (one.lastActivityAt < other.lastActivityAt ? 1 : -1))
  }

  messagesOf(id: string): Message[] {
    return this.#chats.find(({ session }) => session.id === id)?.messages ?? []
  }

  /** One of the things that can happen in a chat. */
  act(chat: number, action: number): void {
    const target = this.#chats[chat % this.#chats.length]
    if (target === undefined) return
    const { session, messages } = target
    const seq = (messages.at(-1)?.seq ?? 0) + 1
    const at = this.#tick()
    const last = messages.at(-1)
    switch (action % 6) {
      case 0:
        messages.push(aMessage({ sessionId: session.id, seq, text: `In ${seq}`, createdAt: at }))
        this.#tell(target, 'message.created', { message: messages.at(-1) })
        this.#change(target, { unreadCount: session.unreadCount + 1, lastActivityAt: at })
        return
      case 1:
        messages.push(aReply({ sessionId: session.id, seq, text: `Out ${seq}`, createdAt: at }))
        this.#tell(target, 'message.created', { message: messages.at(-1) })
        this.#change(target, { unreadCount: 0, lastActivityAt: at })
        return
      case 2:
        if (last?.status !== 'queued') return
        messages[messages.length - 1] = { ...last, status: 'delivered' }
        this.#tell(target, 'message.updated', { message: messages.at(-1) })
        return
      case 3:
        if (last?.status !== 'queued') return
        messages.pop()
        this.#tell(target, 'message.updated', { messageId: last.id, removed: true })
        this.#change(target, {})
        return
      case 4:
        this.#change(target, { savedForLater: !session.savedForLater })
        return
      default:
        this.#change(target, { unreadCount: 0 })
    }
  }

  /** What a page asks of it. */
  handlers() {
    return [
      http.get('*/api/chats/sessions', ({ request }) => {
        const since = new URL(request.url).searchParams.get('updatedSince')
        const changed = this.#chats.filter(({ updatedAt }) => updatedAt >= (since ?? ''))
        const ids = new Set(changed.map(({ session }) => session.id))
        const items = this.sessions.filter(({ id }) => ids.has(id))
        const totals = { all: items.length, unread: 0, needsYou: 0, saved: 0, owner: 0 }
        const serverTime = this.#tick()
        const headers = { date: new Date(serverTime).toUTCString(), 'cache-control': 'no-store' }
        return HttpResponse.json({ items, nextCursor: null, totals, serverTime }, { headers })
      }),
      http.get('*/api/chats/sessions/:id/messages', ({ params }) => {
        const id = String(params['id'])
        const session = this.sessions.find((one) => one.id === id)
        const all = this.messagesOf(id)
        return HttpResponse.json({
          session,
          items: all.slice(-50),
          hasMoreBefore: all.length > 50,
          hasMoreAfter: false,
          firstUnreadId: null,
        })
      }),
    ]
  }

  #change(chat: Chat, change: Partial<ChatSession>): void {
    chat.session = { ...chat.session, ...change, seq: chat.session.seq + 1 }
    this.#emit(chat, 'session.updated', { session: chat.session })
  }

  #tell(chat: Chat, type: OwnerEvent['type'], data: Record<string, unknown>): void {
    chat.session = { ...chat.session, seq: chat.session.seq + 1 }
    this.#emit(chat, type, data)
  }

  #emit(chat: Chat, type: OwnerEvent['type'], data: Record<string, unknown>): void {
    const id = this.events.length + 1
    const at = this.#tick()
    const { session } = chat
    chat.updatedAt = at
    this.events.push({ id, type, at, sessionId: session.id, sessionSeq: session.seq, data })
  }

  #tick(): string {
    this.#now += 1000
    return new Date(this.#now).toISOString()
  }
}
