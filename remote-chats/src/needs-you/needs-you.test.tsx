import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { Toaster } from 'react-hot-toast'
import { RouterProvider, createMemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'

import { answer, emitEvent, refusal, serveInbox } from '../testing/page.tsx'
import { aReply, aSession, aSessionList, ago, ahead, closedWindow } from '../testing/samples.ts'
import { Widget } from '../widget.tsx'

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
    attention: ['handoff'],
  })

test('an emergency is what its chat asks for, before anything else', async () => {
  const ravi = {
    ...waiting('Ravi'),
    handlerReason: 'emergency' as const,
    attention: ['failed_message' as const, 'handoff' as const],
  }
  serveInbox({ sessions: [ravi] })
  show()

  const [row] = within(await screen.findByRole('list', { name: 'Needs you' })).getAllByRole(
    'listitem',
  )
  expect(row).toHaveTextContent(/Ravi.*Emergency/)
  expect(row).not.toHaveTextContent('Failed')
})

test('who waits, why and since when; out of the window the chat is opened instead', async () => {
  const meera = aSession({ name: 'Meera', attention: ['failed_message'], ...closedWindow() })
  serveInbox({ sessions: [waiting('Ravi'), meera] })
  const asked = answer('get */api/chats/sessions', () => undefined)
  show()

  expect(await screen.findByRole('heading', { name: '2 chats need you' })).toBeVisible()
  const [first, second] = within(screen.getByRole('list', { name: 'Needs you' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent(/Ravi.*Asked for you.*Tomorrow 5 pm\?.*Waiting for 2h 1m/)
  expect(within(first ?? document.body).getByRole('link', { name: 'Ravi' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/chats\?session=ses_/),
  )
  expect(second).toHaveTextContent(/Meera.*Failed/)
  expect(screen.getByRole('link', { name: 'Open the chat with Meera' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reply to Meera' })).toBeNull()
  expect(asked[0]).toMatchObject({ sort: 'window' })
})

test('the reply is the draft of the chat itself, goes out once and can be taken back into it', async () => {
  const ravi = waiting('Ravi')
  serveInbox({ sessions: [ravi] })
  const message = aReply({ sessionId: ravi.id, text: 'I am here', heldUntil: ahead(5000) })
  const sent = answer('post */reply', () => ({
    success: true,
    message,
    session: { ...ravi, attention: [], seq: 5 },
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

test('a reply that is refused stays, with the reason and what helps', async () => {
  serveInbox({ sessions: [waiting('Ravi')] })
  answer('post */reply', () => refusal(402, 'insufficient_balance', 'No credit left'))
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Reply to Ravi' }))
  await userEvent.keyboard('Yes{Enter}')

  expect(await screen.findByRole('alert')).toHaveTextContent('No credit left')
  expect(screen.getByRole('link', { name: 'Top up' })).toBeVisible()
  expect(screen.getByText('Yes')).toBeVisible()
})

test('it is live: one that is settled goes, one that begins to wait comes in its order', async () => {
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

  const settled = { ...ravi, attention: [], seq: 3 }
  emitEvent(ravi, 'session.updated', { session: settled }, 3)
  expect(await screen.findByRole('heading', { name: '1 chat needs you' })).toBeVisible()
})

test('what cannot be loaded says so, and is asked for again', async () => {
  serveInbox({ sessions: [] })
  answer('get */api/chats/sessions', () => new HttpResponse(null, { status: 404 }))
  show()
  expect(await screen.findByText('The requested resource was not found')).toBeVisible()
  serveInbox({ sessions: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Nothing needs you')).toBeVisible()
})
