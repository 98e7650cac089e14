import { server } from '@errand/shared-auth/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { hear } from '../live/follow-chats.ts'
import { happen, openChat, renderRoute, replyBox, serveInbox } from '../testing/page.tsx'
import { aMessage, aSession, ahead } from '../testing/samples.ts'

afterEach(() => void vi.useRealTimers())

// What users of such products complain of; D and a number names the entry in our list of them.

test('D1: the bot talks over the human: the chat is taken over, and says when it goes back', async () => {
  const session = aSession()
  openChat(session)
  let asked: unknown
  server.use(
    http.post('*/handler', async ({ request }) => {
      asked = await request.json()
      const returnAt = ahead(240 * 60_000)
      return HttpResponse.json({
        success: true,
        session: {
          ...session,
          handler: 'owner',
          handlerReason: 'owner_takeover',
          returnAt,
          seq: 2,
        },
      })
    }),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Take over' }))

  expect(
    await screen.findByText(/You answer this chat\. The assistant takes it back at/),
  ).toBeVisible()
  expect(asked).toEqual({ handler: 'owner' })
  expect(screen.getByRole('button', { name: 'Give back' })).toHaveFocus()
})

test('D1: while the assistant is about to answer, three typed letters hold it for half a minute', async () => {
  const session = aSession({ run: 'thinking' })
  openChat(session)
  let holds = 0
  server.use(
    http.post('*/typing', () => {
      holds += 1
      return HttpResponse.json({ success: true, heldUntil: ahead(30_000) })
    }),
  )
  expect(await screen.findByText('Assistant is replying')).toBeVisible()

  await userEvent.type(await replyBox(), 'One moment please')

  await waitFor(() => expect(holds).toBe(1))
})

test('D2: the bot answers every line of a burst: it says for how long it still listens', async () => {
  const session = aSession()
  openChat(session)
  await replyBox()

  const run = { id: 'run_1', state: 'debouncing', answersAt: ahead(5000), stopReason: null }
  happen(session, { type: 'run.state', data: { run } }, 2)

  const seconds = await screen.findByText(/Assistant is replying in [45] s/)
  expect(seconds).toBeVisible()
  // Read out once, not each second.
  expect(seconds).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByText('Assistant is replying')).toBeInTheDocument()

  // What happens while nobody listens is not known: nothing is said of it.
  act(() => hear({ type: 'resync' }))
  expect(await screen.findByText('The assistant answers this chat.')).toBeVisible()
})

test('D8: unread is untrustworthy: what the assistant says makes nothing unread', async () => {
  const session = aSession({ unreadCount: 0 })
  serveInbox({ sessions: [session] })
  renderRoute('/chats')
  await screen.findByRole('link', { name: /Ravi/ })

  const said = { ...session, seq: 2, lastActivityAt: new Date().toISOString() }
  happen(session, { type: 'session.updated', data: { session: said } }, 2)
  expect(screen.queryByRole('img', { name: /unread/ })).toBeNull()

  happen(
    session,
    { type: 'session.updated', data: { session: { ...said, unreadCount: 1, seq: 3 } } },
    3,
  )
  expect(await screen.findByRole('img', { name: '1 unread message' })).toBeVisible()
})

test('D8: a chat that is read only when answered stays unread on the screen', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const session = aSession({ unreadCount: 1 })
  const message = aMessage({ sessionId: session.id })
  let marks = 0
  openChat(session, [message], { settings: { inbox: { markReadOn: 'reply' } } })
  server.use(
    http.put('*/api/chats/messages/mark-read', () => {
      marks += 1
      return new HttpResponse(null, { status: 500 })
    }),
  )
  await replyBox()

  await act(() => vi.advanceTimersByTimeAsync(1300))
  expect(marks).toBe(0)
  expect(screen.getByRole('img', { name: '1 unread message' })).toBeVisible()
})

test('D11: a message is there without a refresh, and is told to those who listen', async () => {
  const session = aSession()
  openChat(session)
  await replyBox()

  const message = aMessage({ sessionId: session.id, text: 'Are you there?' })
  happen(session, { type: 'message.created', data: { message } }, 2)

  expect(await screen.findByRole('article', { name: 'Message from Ravi' })).toBeVisible()
  const log = screen.getByRole('log', { name: 'New messages from Ravi' })
  expect(await within(log).findByText(/Are you there\?/)).toBeInTheDocument()
})
