import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'

import { sessionsQuery } from '../chats/chats.queries.ts'
import { sessionsOf } from '../chats/session-cache.ts'
import { emptyFilter, type SessionFilter } from '../chats/session-filter.ts'
import { FakeApi } from '../testing/fake-api.ts'
import { readThread, threadQuery } from '../thread/thread.ts'
import { hear } from './follow-chats.ts'

const saved: SessionFilter = { ...emptyFilter, view: 'saved' }

const idsIn = (filter: SessionFilter) =>
  sessionsOf(queryClient.getQueryData(sessionsQuery(filter).queryKey)).map(({ id }) => id)

/** What the page shows is what the api has: the lists, and the end of the open chat. */
function expectInStep(api: FakeApi, open: string): void {
  expect(idsIn(emptyFilter)).toEqual(api.sessions.map(({ id }) => id))
  const kept = api.sessions.filter(({ savedForLater }) => savedForLater)
  expect(new Set(idsIn(saved))).toEqual(new Set(kept.map(({ id }) => id)))
  const shown = readThread(open)?.items.map(({ id, status }) => `${id} ${status}`)
  const truth = api.messagesOf(open).map(({ id, status }) => `${id} ${status}`)
  expect(truth.slice(-50)).toEqual(shown?.slice(-50))
}

test('through a thousand actions, lost events and pauses the page stays in step with the api', async () => {
  const action = fc.record({ chat: fc.nat(4), kind: fc.nat(5), isLost: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 100, maxLength: 100 }), async (actions) => {
      queryClient.clear()
      const api = new FakeApi(5)
      server.use(...api.handlers())
      const open = api.sessions[2]?.id ?? ''
      await queryClient.fetchInfiniteQuery(sessionsQuery(emptyFilter))
      queryClient.setQueryData(sessionsQuery(saved).queryKey, {
        pages: [{ items: [], nextCursor: null, totals, serverTime: new Date().toISOString() }],
        pageParams: [null],
      })
      await queryClient.fetchQuery(threadQuery(open))

      let heard = 0
      let isAway = false
      // A page knows since when it has heard everything; here since the first of these.
      for (const { chat, kind, isLost } of [{ chat: 0, kind: 0, isLost: false }, ...actions]) {
        api.act(chat, kind)
        const fresh = api.events.slice(heard)
        heard = api.events.length
        // Now and then the stream is gone: what happens then is not heard of.
        const wasAway = isAway
        isAway = isAway ? isLost : isLost && kind === 5
        if (wasAway && !isAway) hear({ type: 'resync' })
        if (!isAway) for (const event of fresh) hear(event)
      }
      hear({ type: 'resync' })
      // Nobody looks at these queries here: a page on show fetches them by itself.
      await queryClient.refetchQueries({ queryKey: threadQuery(open).queryKey, type: 'all' })

      await vi.waitFor(() => expectInStep(api, open))
    }),
    { numRuns: 10 },
  )
})

const totals = { all: 0, unread: 0, needsYou: 0, saved: 0, owner: 0 }
