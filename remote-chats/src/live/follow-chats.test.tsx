import { queryClient } from '@errand/shared-auth'
import { server } from '@errand/shared-auth/testing'
import { act, screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { happen, openChat } from '../testing/page.tsx'
import {
  aMessage,
  aMessageList,
  aSession,
  aSessionList,
  ago,
  closedWindow,
} from '../testing/samples.ts'
import { readThread, threadQuery } from '../thread/thread.ts'
import { hear } from './follow-chats.ts'

test('what could not be caught up with is asked for again, however much is heard meanwhile', async () => {
  const asked: (string | null)[] = []
  let isAway = true
  server.use(
    http.get('*/api/chats/sessions', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('updatedSince'))
      return isAway ? new HttpResponse(null, { status: 403 }) : HttpResponse.json(aSessionList([]))
    }),
  )
  const pass = (at: string) => hear({ id: 1, at, type: 'billing.updated', data: {} })
  pass('2026-11-01T10:00:00.000Z')

  hear({ type: 'resync' })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  pass('2026-11-01T11:00:00.000Z')
  isAway = false
  hear({ type: 'resync' })
  await vi.waitFor(() => expect(asked).toHaveLength(2))

  // Some seconds more than since the first: clocks differ.
  expect(asked).toEqual(['2026-11-01T09:59:45.000Z', '2026-11-01T09:59:45.000Z'])
})

test.each(['heard', 'missed'])(
  'what is written while a chat is opened is in it, also when it was %s',
  async (how) => {
    const session = aSession({ seq: 1 })
    const now = { ...session, seq: 2 }
    const message = aMessage({ sessionId: session.id, text: 'Written meanwhile', seq: 1 })
    const arrived = Promise.withResolvers<void>()
    let readings = 0
    openChat(session)
    server.use(
      http.get('*/api/chats/sessions', ({ request }) =>
        new URL(request.url).searchParams.has('updatedSince')
          ? HttpResponse.json(aSessionList([now]))
          : undefined,
      ),
      http.get('*/api/chats/sessions/:id/messages', async () => {
        readings += 1
        if (readings > 1) return HttpResponse.json(aMessageList(now, [message]))
        await arrived.promise
        return HttpResponse.json(aMessageList(session, []))
      }),
    )
    await waitFor(() => expect(readings).toBe(1))
    if (how === 'heard') happen(session, 'message.created', { message }, 2)
    else hear({ type: 'resync' })
    arrived.resolve()

    expect(await screen.findByText('Written meanwhile')).toBeVisible()
  },
)

test.each(['heard', 'missed', 'missed by far'])(
  'the chat in which a contact goes on is offered, also when it was %s',
  async (how) => {
    const over = aSession({ status: 'closed', createdAt: ago(9e7), ...closedWindow() })
    const newer = aSession({ contact: over.contact, createdAt: ago(1000) })
    openChat(over)
    await screen.findByRole('button', { name: /^Wait: / })
    server.use(
      http.get('*/api/chats/sessions', ({ request }) =>
        how === 'missed by far' && new URL(request.url).searchParams.has('updatedSince')
          ? HttpResponse.json({ ...aSessionList([over]), nextCursor: 'more' })
          : HttpResponse.json(aSessionList([newer, over])),
      ),
    )
    if (how === 'heard') happen(newer, 'session.updated', { session: newer }, 1)
    else act(() => hear({ type: 'resync' }))

    expect(await screen.findByRole('link', { name: 'Open the newer chat' })).toBeVisible()
    const ended = { ...newer, status: 'completed' as const, seq: newer.seq + 1 }
    happen(newer, 'session.updated', { session: ended }, ended.seq)
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Open the newer chat' })).toBeNull(),
    )
  },
)

test('what was missed in a chat that nobody looks at is in it when it is opened, whatever is heard until then', async () => {
  const session = aSession({ seq: 1 })
  const [missed, heard, later] = [2, 3, 4].map((seq) =>
    aMessage({ sessionId: session.id, text: `Message ${seq}`, seq }),
  )
  const all = [missed, heard, later].flatMap((message) => message ?? [])
  let now = aMessageList(session, [])
  let isAway = false
  server.use(
    http.get('*/api/chats/sessions', () => HttpResponse.json(aSessionList([session]))),
    http.get('*/api/chats/sessions/:id/messages', () =>
      isAway ? new HttpResponse(null, { status: 403 }) : HttpResponse.json(now),
    ),
  )
  await queryClient.fetchQuery(threadQuery(session.id))
  now = aMessageList({ ...session, seq: 4 }, all)
  happen(session, 'message.created', { message: heard }, 3)
  hear({ type: 'resync' })
  happen(session, 'message.created', { message: later }, 4)
  const texts = () => readThread(session.id)?.items.map(({ text }) => text)
  expect(texts()).toEqual(['Message 3', 'Message 4'])

  isAway = true
  await expect(queryClient.fetchQuery(threadQuery(session.id))).rejects.toMatchObject({
    status: 403,
  })
  isAway = false
  await queryClient.fetchQuery(threadQuery(session.id))

  expect(texts()).toEqual(['Message 2', 'Message 3', 'Message 4'])
})
