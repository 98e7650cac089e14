import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { Toaster } from 'react-hot-toast'
import { RouterProvider, createMemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { answer, emitEvent, refusal, serveInbox } from '../../testing/page.tsx'
import {
  aReply,
  aSession,
  aSessionList,
  ago,
  ahead,
  anId,
  closedWindow,
} from '../../testing/samples.ts'
import { Widget } from '../../widget.tsx'

const hourMs = 60 * 60 * 1000

/** Renders the widget as the dashboard does, with the route of the inbox. */
function show() {
  const router = createMemoryRouter(
    [
      { path: '/dashboard', element: <Widget /> },
      { path: '/chats', element: <p>The inbox</p> },
    ],
    { initialEntries: ['/dashboard'] },
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return router
}

const waiting = (name: string) =>
  aSession({
    name,
    handler: 'owner',
    handlerReason: 'customer_request',
    handlerSince: ago(2 * hourMs + 90_000),
    needs: { reason: 'handoff', since: ago(2 * hourMs + 90_000), messageId: anId('msg') },
  })

const failed = (name: string, error: object, rest: object = {}) =>
  aSession({
    name,
    needs: {
      reason: 'failed_message',
      since: ago(hourMs),
      messageId: anId('msg'),
      error: { code: 1, title: 'Not on WhatsApp', detail: '', retryable: false, ...error },
    },
    ...rest,
  })

/** The rows, once they are there. */
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Needs you' })).getAllByRole('listitem')

test('each row shows the reason, since when, and what to do', async () => {
  const emergency = { ...waiting('Asha'), handlerReason: 'emergency' as const }
  const closing = aSession({
    name: 'Zoe',
    needs: { reason: 'window_closing', since: ago(hourMs) },
    window: { open: true, expiresAt: ahead(hourMs), lastInboundAt: ago(23 * hourMs) },
  })
  const booking = { day: '2026-11-28', time: '10:30', formDataId: 'rsp_1', version: 4 }
  const booked = aSession({
    name: 'Lee',
    needs: { reason: 'booking', since: ago(hourMs), booking },
  })
  const reminded = aSession({
    name: 'Eva',
    savedNote: 'Ask for the colour',
    needs: { reason: 'reminder', since: ago(3 * hourMs) },
  })
  serveInbox({ sessions: [waiting('Ravi'), emergency, closing, booked, reminded] })
  const asked = answer('get */api/chats/sessions', () => undefined)
  show()

  const [first, second, third, fourth, fifth] = await rows()
  expect(first).toHaveTextContent(/Ravi.*60 minutes ago.*Asked for a person.*Tomorrow 5 pm\?/)
  expect(second).toHaveTextContent(/Asha.*May be an emergency/)
  expect(third).toHaveTextContent(/Zoe.*Reply before \d/)
  expect(fourth).toHaveTextContent(/Lee.*Booking to confirm: Sat, Nov 28, 10:30 AM/)
  expect(screen.getByRole('button', { name: /^Confirm.*Lee/ })).toBeVisible()
  expect(fifth).toHaveTextContent(/Eva.*3 hours ago.*You asked to be reminded.*Ask for the colour/)
  expect(asked[0]).toMatchObject({ needsYou: 'true', sort: 'window' })
})

test('a failed message shows the reason and the action that helps', async () => {
  const closed = failed('Max', { title: 'WhatsApp is busy', retryable: true }, closedWindow())
  const retryable = failed('Ana', { title: 'WhatsApp is busy', retryable: true })
  let sessions = [
    failed('Tom', {}),
    retryable,
    failed('Ben', { title: 'The account is locked', retryable: true, action: 'reconnect' }),
    failed('Zoe', { title: 'No credit', retryable: true, action: 'top_up' }),
    closed,
  ]
  serveInbox({ sessions })
  answer('get */api/chats/sessions', () => aSessionList(sessions))
  const { messageId = '' } = retryable.needs ?? {}
  const again = answer(`post */api/chats/messages/${messageId}/retry`, () => {
    sessions = sessions.filter(({ id }) => id !== retryable.id)
    return { success: true, message: aReply({ id: messageId, sessionId: retryable.id }) }
  })
  show()

  const [tom, ana, ben, zoe, max] = await rows()
  expect(tom).toHaveTextContent('Not delivered: Not on WhatsApp')
  expect(within(tom!).getByRole('link', { name: 'Tom' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/chats\?session=ses_.*&message=msg_/),
  )
  expect(within(tom!).getByRole('link', { name: 'Open the chat with Tom' })).toBeVisible()
  expect(within(ben!).getByRole('link', { name: 'Reconnect the number' })).toBeVisible()
  expect(within(zoe!).getByRole('link', { name: 'Top up' })).toBeVisible()
  expect(within(max!).getByRole('link', { name: 'Open the chat with Max' })).toBeVisible()

  await userEvent.click(within(ana!).getByRole('button', { name: 'Send again to Ana' }))
  expect(await screen.findByText('Sent again to Ana')).toBeInTheDocument()
  expect(again).toHaveLength(1)
  await waitFor(async () => expect(await rows()).toHaveLength(4))
})

test('a chat can be marked as done or snoozed, and Undo restores it with its reminder', async () => {
  const remindAt = ahead(50 * hourMs)
  const ravi = { ...waiting('Ravi'), remindAt }
  let sessions = [ravi]
  serveInbox({ sessions })
  answer('get */api/chats/sessions', () => aSessionList(sessions))
  let seq = 1
  const sent = answer('post */attention', (input) => {
    seq += 1
    const { needs: _needs, ...rest } = ravi
    const isBack = input['done'] === false
    sessions = isBack ? [ravi] : []
    return { success: true, session: isBack ? { ...ravi, seq } : { ...rest, seq } }
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Done with Ravi' }))

  expect(await screen.findByText('Nothing needs you')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Undo: putting Ravi aside' }))
  await userEvent.click(
    await screen.findByRole('button', { name: 'Snooze Ravi' }, { timeout: 4000 }),
  )
  await userEvent.click(await screen.findByRole('menuitem', { name: /Tomorrow at 9/ }))
  expect(await screen.findByText('Nothing needs you')).toBeVisible()
  expect(sent).toEqual([
    { done: true },
    { done: false, remindAt },
    { done: true, until: expect.stringContaining('T') },
  ])
})

test('a reply from the widget is the chat’s draft, is sent once and can be undone into the chat', async () => {
  const ravi = waiting('Ravi')
  serveInbox({ sessions: [ravi] })
  const message = aReply({ sessionId: ravi.id, text: 'I am here', heldUntil: ahead(5000) })
  const sent = answer('post */reply', () => ({
    success: true,
    message,
    session: { ...ravi, needs: undefined, seq: 5 },
    balance: { amountMinor: 100, messagesLeft: 5 },
  }))
  answer(`delete */api/chats/messages/${message.id}`, () => ({
    success: true,
    restored: 'I am here',
    session: { ...ravi, seq: 6 },
  }))
  const router = show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Ravi' }))
  const box = screen.getByRole('textbox', { name: 'Reply to Ravi' })
  expect(box).toHaveFocus()
  await userEvent.type(box, 'I am')
  // Keys during composition of an input method; Safari reports it by the key code alone.
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 229 })
  fireEvent.keyDown(box, { key: 'Escape', keyCode: 229 })
  expect(box).toHaveValue('I am')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Reply to Ravi' }))
  expect(screen.getByRole('textbox', { name: 'Reply to Ravi' })).toHaveValue('I am')
  await userEvent.keyboard(' here{Enter}')

  expect(await screen.findByText('Sent to Ravi')).toBeInTheDocument()
  expect(sent).toMatchObject([{ templateName: 'text_message', message: 'I am here' }])
  expect(await screen.findByText('Nothing needs you')).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Undo: the reply to Ravi' }))
  expect(await screen.findByText('The inbox')).toBeVisible()
  expect(router.state.location.search).toBe(`?session=${ravi.id}`)
  window.dispatchEvent(new Event('pagehide'))
  const kept = Object.keys(localStorage).map((key) => localStorage.getItem(key))
  await waitFor(() => expect(kept.join(' ')).toContain('I am here'))
})

test('a refused reply is kept, with the reason and what helps', async () => {
  serveInbox({ sessions: [waiting('Ravi')] })
  answer('post */reply', () => refusal(402, 'insufficient_balance', 'No credit left'))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Ravi' }))
  await userEvent.keyboard('Yes{Enter}')

  expect(await screen.findByRole('alert')).toHaveTextContent('No credit left')
  expect(screen.getByRole('link', { name: 'Top up' })).toBeVisible()
  expect(screen.getByText('Yes')).toBeVisible()
})

test('the list is live: settled chats disappear and new ones appear in order', async () => {
  const [ravi, asha] = [waiting('Ravi'), waiting('Asha')]
  let sessions = [ravi]
  serveInbox({ sessions })
  answer('get */api/chats/sessions', () => aSessionList(sessions))
  show()
  expect(await screen.findByRole('heading', { name: '1 chat needs you' })).toBeVisible()

  sessions = [asha, ravi]
  emitEvent(asha, 'session.updated', { session: { ...asha, seq: 2 } }, 2)
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Asha'),
      expect.stringContaining('Ravi'),
    ]),
  )

  const settled = { ...ravi, needs: undefined, seq: 3 }
  emitEvent(ravi, 'session.updated', { session: settled }, 3)
  expect(await screen.findByRole('heading', { name: '1 chat needs you' })).toBeVisible()
})

test('a list that cannot be loaded shows an error and can be retried', async () => {
  serveInbox({ sessions: [] })
  answer('get */api/chats/sessions', () => new HttpResponse(null, { status: 404 }))
  show()
  expect(await screen.findByText('The requested resource was not found')).toBeVisible()
  serveInbox({ sessions: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing needs you')).toBeVisible()
})
