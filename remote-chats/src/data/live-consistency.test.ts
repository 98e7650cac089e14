import type { Message } from '@errand/contract/chats/message'
import type { ChatSession } from '@errand/contract/chats/session'
import type { OwnerEvent } from '@errand/contract/events'
import { queryClient } from '@errand/shared-auth'
import fc from 'fast-check'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'

import { answer } from '../testing/page.tsx'
import { aMessage, aMessageList, aReply, aSession, aSessionList } from '../testing/samples.ts'
import { readChat, chatQuery } from './chat.ts'
import { sessionsQuery } from './chats.queries.ts'
import { handleEvent } from './follow-chats.ts'
import { sessionsOf } from './session-cache.ts'
import { emptyFilter, type SessionFilter } from './session-filter.ts'

interface Chat {
  updatedAt: string
  session: ChatSession
  messages: Message[]
}

/** A fake api with some chats in which things happen; returns the events in order. */
function fakeApi(count: number) {
  let now = Date.UTC(2026, 10, 21, 10)
  const tick = () => new Date((now += 1000)).toISOString()
  const events: OwnerEvent[] = []
  const chats = Array.from({ length: count }, (_, index): Chat => {
    const session = aSession({ name: `Contact ${index}`, lastActivityAt: tick(), seq: 0 })
    return { session, messages: [], updatedAt: tick() }
  })
  const sessions = () =>
    chats
      .map(({ session }) => session)
      .toSorted((one, other) => (one.lastActivityAt < other.lastActivityAt ? 1 : -1))
  const messagesOf = (id: string) => chats.find(({ session }) => session.id === id)?.messages ?? []

  /** A change of a session is sent with the session, other events as they are. */
  function tell(
    chat: Chat,
    type: OwnerEvent['type'],
    data: OwnerEvent['data'] | Partial<ChatSession>,
  ): void {
    const isChange = type === 'session.updated'
    chat.session = { ...chat.session, ...(isChange && data), seq: chat.session.seq + 1 }
    const { id: sessionId, seq: sessionSeq } = chat.session
    chat.updatedAt = tick()
    const told = isChange ? { session: chat.session } : data
    const at = chat.updatedAt
    events.push({ id: events.length + 1, type, at, sessionId, sessionSeq, data: told })
  }

  /** One of the possible actions in a chat. */
  function act(chat: Chat, action: number): void {
    const { session, messages } = chat
    const last = messages.at(-1)
    const seq = (last?.seq ?? 0) + 1
    const lastActivityAt = tick()
    const written = { sessionId: session.id, seq, text: `${seq}`, createdAt: lastActivityAt }
    if (action < 2) {
      const message = action === 0 ? aMessage(written) : aReply(written)
      messages.push(message)
      tell(chat, 'message.created', { message })
      const unreadCount = action === 0 ? session.unreadCount + 1 : 0
      tell(chat, 'session.updated', { unreadCount, lastActivityAt })
    } else if (action === 4) {
      tell(chat, 'session.updated', { savedForLater: !session.savedForLater })
    } else if (action === 5) {
      tell(chat, 'session.updated', { unreadCount: 0 })
    } else if (last?.status === 'queued') {
      messages.pop()
      if (action === 2) messages.push({ ...last, status: 'delivered' })
      const gone = { messageId: last.id, removed: true }
      tell(chat, 'message.updated', action === 2 ? { message: messages.at(-1) } : gone)
      if (action === 3) tell(chat, 'session.updated', {})
    }
  }

  answer<{ updatedSince?: string }>('get */api/chats/sessions', ({ updatedSince = '' }) => {
    const changed = chats.filter(({ updatedAt }) => updatedAt >= updatedSince)
    const ids = new Set(changed.map(({ session }) => session.id))
    const serverTime = tick()
    const headers = { date: new Date(serverTime).toUTCString(), 'cache-control': 'no-store' }
    const items = sessions().filter(({ id }) => ids.has(id))
    return HttpResponse.json(aSessionList(items, { serverTime }), { headers })
  })
  answer('get */api/chats/sessions/:id/messages', (_, { url }) => {
    const session = sessions().find(({ id }) => url.includes(id)) ?? aSession()
    const all = messagesOf(session.id)
    return aMessageList(session, all.slice(-50), { hasMoreBefore: all.length > 50 })
  })
  return { events, chats, sessions, messagesOf, act }
}

const saved: SessionFilter = { ...emptyFilter, view: 'saved' }

const idsIn = (filter: SessionFilter) =>
  sessionsOf(queryClient.getQueryData(sessionsQuery(filter).queryKey)).map(({ id }) => id)

/** The cached lists and the end of the open chat equal the state of the api. */
function expectSameState(api: ReturnType<typeof fakeApi>, open: string): void {
  const sessions = api.sessions()
  expect(idsIn(emptyFilter)).toEqual(sessions.map(({ id }) => id))
  const kept = sessions.filter(({ savedForLater }) => savedForLater)
  expect(new Set(idsIn(saved))).toEqual(new Set(kept.map(({ id }) => id)))
  const linesOf = (messages: readonly Message[] = []) =>
    messages.slice(-50).map(({ id, status }) => `${id} ${status}`)
  expect(linesOf(api.messagesOf(open))).toEqual(linesOf(readChat(open)?.items))
}

test('after a thousand actions with lost events the page has the same state as the api', async () => {
  const action = fc.record({ chat: fc.nat(4), kind: fc.nat(5), isLost: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 100, maxLength: 100 }), async (actions) => {
      queryClient.clear()
      const api = fakeApi(5)
      const open = api.sessions()[2]?.id ?? ''
      await queryClient.fetchInfiniteQuery(sessionsQuery(emptyFilter))
      queryClient.setQueryData(sessionsQuery(saved).queryKey, {
        pages: [aSessionList([])],
        pageParams: [null],
      })
      await queryClient.fetchQuery(chatQuery(open))

      let heard = 0
      let isAway = false
      // The first event marks the moment from which the page knows of missed events.
      for (const { chat, kind, isLost } of [{ chat: 0, kind: 0, isLost: false }, ...actions]) {
        const target = api.chats[chat]
        if (target !== undefined) api.act(target, kind)
        const fresh = api.events.slice(heard)
        heard = api.events.length
        // Sometimes the stream is lost, and the events meanwhile do not arrive.
        const wasAway = isAway
        isAway = isAway ? isLost : isLost && kind === 5
        if (wasAway && !isAway) handleEvent({ type: 'resync' })
        if (!isAway) for (const event of fresh) handleEvent(event)
      }
      handleEvent({ type: 'resync' })
      // Nothing observes these queries in the test; on a page they refetch by themselves.
      await queryClient.refetchQueries({ queryKey: chatQuery(open).queryKey, type: 'all' })

      await vi.waitFor(() => expectSameState(api, open))
    }),
    { numRuns: 10 },
  )
})
