import { server } from '@errand/shared-auth/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { happen, openChat, replyBox } from '../testing/page.tsx'
import {
  aBillingSummary,
  aMessage,
  aProblem,
  aReply,
  aSession,
  aTemplate,
  closedWindow,
} from '../testing/samples.ts'

// What users of such products complain of; D and a number names the entry in our list of them.

test('D3: no way out of the closed window: the composer is the template picker', async () => {
  const session = aSession(closedWindow())
  const { sent } = openChat(session, [], { templates: [aTemplate()] })

  expect(await screen.findByText(/last wrote more than 24 hours ago/)).toBeVisible()
  expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull()
  expect(await screen.findByText('Hi Ravi, about {{2}}: shall we go on?')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Send template' })
  expect(button).toBeDisabled()

  await userEvent.type(screen.getByRole('textbox', { name: 'Blank 2' }), 'your booking')
  await userEvent.click(button)

  await waitFor(() =>
    expect(sent).toMatchObject([
      {
        templateName: 'follow_up_en',
        languageCode: 'en',
        components: [
          { type: 'BODY', text: 'Ravi' },
          { type: 'BODY', text: 'your booking' },
        ],
        message: 'Hi Ravi, about your booking: shall we go on?',
      },
    ]),
  )
})

test('D3: the templates of an owner who never asked for them come by themselves', async () => {
  const lists = [[], [aTemplate()]]
  openChat(aSession(closedWindow()), [], { templates: [] })
  server.use(
    http.get('*/api/chats/templates', () =>
      HttpResponse.json({ items: lists.shift() ?? [], nextCursor: null }),
    ),
  )

  expect(await screen.findByText('No approved template is there yet.')).toBeVisible()
  expect(await screen.findByText('Hi Ravi, about {{2}}: shall we go on?')).toBeVisible()
  expect(lists).toEqual([])
})

test('D3: a message that came too late leads to the templates, also from a remark', async () => {
  const session = aSession(closedWindow())
  const error = {
    code: 131_047,
    title: 'The 24 hours are over',
    detail: 'A template may be sent.',
    retryable: false,
    action: 'send_template' as const,
  }
  const message = aReply({ sessionId: session.id, status: 'failed', error })
  openChat(session, [message], { templates: [aTemplate()] })
  await userEvent.click(await screen.findByRole('radio', { name: 'Remark' }))
  const failure = await screen.findByRole('group', { name: 'Not delivered' })

  await userEvent.click(within(failure).getByRole('button', { name: 'Send template' }))

  expect(screen.getByRole('radio', { name: 'Reply' })).toBeChecked()
  await waitFor(() => expect(screen.getByRole('button', { name: /follow_up_en/ })).toHaveFocus())
})

test('D4: ticks go backwards: a late "sent" does not take back "delivered"', async () => {
  const session = aSession()
  const message = aReply({ sessionId: session.id, status: 'delivered' })
  openChat(session, [message])
  expect(await screen.findByRole('img', { name: 'Delivered' })).toBeVisible()

  happen(session, { type: 'message.updated', data: { message: { ...message, status: 'sent' } } }, 2)
  expect(screen.getByRole('img', { name: 'Delivered' })).toBeVisible()

  happen(session, { type: 'message.updated', data: { message: { ...message, status: 'read' } } }, 3)
  expect(await screen.findByRole('img', { name: 'Read' })).toBeVisible()
})

test('D5: a failed message says why, and sending it again is a new attempt', async () => {
  const session = aSession()
  const message = aReply({
    sessionId: session.id,
    status: 'failed',
    error: {
      code: 131_000,
      title: 'WhatsApp had a problem',
      detail: 'It did not say which.',
      retryable: true,
    },
  })
  openChat(session, [message])
  expect(await screen.findByText('WhatsApp had a problem')).toBeVisible()
  server.use(
    http.post(`*/api/chats/messages/${message.id}/retry`, () => {
      const { error: _error, ...rest } = message
      const again = { ...rest, status: 'queued', attempts: 2 }
      return HttpResponse.json({ success: true, message: again })
    }),
  )

  await userEvent.click(screen.getByRole('button', { name: 'Send again' }))

  expect(await screen.findByRole('img', { name: 'Waiting to be sent' })).toBeVisible()
  expect(screen.queryByText('WhatsApp had a problem')).toBeNull()
})

test('D6: duplicates: Enter pressed twice sends once, and the event of it shows it once', async () => {
  const session = aSession()
  const { sent } = openChat(session)
  await userEvent.type(await replyBox(), 'Yes, 5 pm works.{Enter}{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))

  const bubble = await screen.findByRole('article', { name: 'Message from You' })
  await waitFor(() => expect(bubble).toHaveAttribute('data-message'))
  const { clientId } = sent[0] as { clientId: string }
  const id = bubble.dataset['message'] ?? ''
  const message = aReply({ sessionId: session.id, clientId, id, status: 'sent' })
  happen(session, { type: 'message.created', data: { message } }, 3)

  expect(await screen.findByRole('img', { name: 'Sent' })).toBeVisible()
  expect(screen.getAllByText('Yes, 5 pm works.')).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('D10: a dead channel is said before anybody writes in vain', async () => {
  const session = aSession({ channel: 'whatsapp' })
  openChat(session, [], { settings: { whatsapp: { status: 'disconnected' } } })

  expect(await screen.findByText(/Your WhatsApp number is not connected/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Reconnect the number' })).toHaveAttribute(
    'href',
    '/settings#whatsapp',
  )
})

test('D20: the price stands on the button; without credit the text is kept, with a way to top up', async () => {
  openChat(aSession())
  server.use(
    http.get('*/api/billing/summary', () => HttpResponse.json(aBillingSummary())),
    http.post('*/reply', () =>
      HttpResponse.json(aProblem(402, 'insufficient_balance', { title: 'No credit left' }), {
        status: 402,
      }),
    ),
  )
  await userEvent.type(await replyBox(), 'Yes, 5 pm works.')
  await userEvent.click(await screen.findByRole('button', { name: 'Send for ₹0.20' }))

  expect(await screen.findByText('No credit left')).toBeVisible()
  expect(screen.getByText('Yes, 5 pm works.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/billing')
})

test('Undo that is being pressed when the api answers takes the reply back', async () => {
  const answer = Promise.withResolvers<void>()
  const takenBack = vi.fn()
  const session = aSession()
  openChat(session)
  server.use(
    http.post('*/api/chats/sessions/:id/reply', () => answer.promise),
    http.delete('*/api/chats/messages/:id', () => {
      takenBack()
      return HttpResponse.json({ success: true, restored: 'Wrong chat', session })
    }),
  )
  await userEvent.type(await replyBox(), 'Wrong chat{Enter}')
  const target = await screen.findByRole('button', { name: 'Undo' })
  const user = userEvent.setup()
  await user.pointer({ keys: '[MouseLeft>]', target })

  answer.resolve()
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull())
  await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('button', { name: 'Undo' }) })

  await waitFor(async () => expect(await replyBox()).toHaveValue('Wrong chat'))
  expect(takenBack).toHaveBeenCalledOnce()
  expect(screen.queryByRole('article', { name: 'Message from You' })).toBeNull()
})

test('a reply on its way shows what it answers, as its message will', async () => {
  const session = aSession()
  openChat(session, [aMessage({ sessionId: session.id, text: 'Is 5 pm free?' })])
  const answer = Promise.withResolvers<void>()
  server.use(http.post('*/api/chats/sessions/:id/reply', () => answer.promise))
  await userEvent.click(await screen.findByRole('button', { name: 'More about this message' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reply to this' }))
  await userEvent.type(await replyBox(), 'It is.{Enter}')

  const bubble = await screen.findByRole('article', { name: 'Message from You' })
  const quote = () => within(bubble).getByRole('button', { name: /Is 5 pm free\?/ })
  expect(within(bubble).getByText('Sending')).toBeVisible()
  expect(quote()).toBeVisible()

  answer.resolve()
  await waitFor(() => expect(bubble).toHaveAttribute('data-message'))
  expect(quote()).toBeVisible()
})

test('a reply taken back on its way is not shown again by its event or its answer', async () => {
  const session = aSession()
  const answer = Promise.withResolvers<void>()
  const takenBack = Promise.withResolvers<void>()
  const asked = vi.fn()
  const { sent } = openChat(session)
  server.use(
    http.post('*/api/chats/sessions/:id/reply', () => answer.promise),
    http.delete('*/api/chats/messages/:id', async () => {
      asked()
      await takenBack.promise
      return HttpResponse.json({ success: true, restored: 'Wrong chat', session })
    }),
  )
  await userEvent.type(await replyBox(), 'Wrong chat{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  answer.resolve()
  await waitFor(() => expect(asked).toHaveBeenCalledOnce())

  const { clientId } = sent[0] as { clientId: string }
  const message = aReply({ sessionId: session.id, clientId, text: 'Wrong chat' })
  happen(session, { type: 'message.created', data: { message } }, 3)
  const later = aMessage({ sessionId: session.id, text: 'Are you there?' })
  happen(session, { type: 'message.created', data: { message: later } }, 4)

  expect(await screen.findByText('Are you there?')).toBeVisible()
  expect(screen.queryByRole('article', { name: 'Message from You' })).toBeNull()
  takenBack.resolve()
  expect(await replyBox()).toHaveValue('Wrong chat')
})
