import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'

import { answer, emitEvent, openChat, replyBox } from '../testing/page.tsx'
import { aMessage, aReply, aSession } from '../testing/samples.ts'

const ownMessage = { name: 'Message from You' }

test('pressing Enter twice sends once, and the event adds no second bubble', async () => {
  const session = aSession()
  const { sent } = openChat(session)
  await userEvent.type(await replyBox(), 'Yes, 5 pm works.{Enter}{Enter}')
  await waitFor(() => expect(sent).toHaveLength(1))

  const bubble = await screen.findByRole('article', ownMessage)
  await waitFor(() => expect(bubble).toHaveAttribute('data-message'))
  const { clientId } = sent[0] as { clientId: string }
  const id = bubble.dataset['message'] ?? ''
  const message = aReply({ sessionId: session.id, clientId, id, status: 'sent' })
  emitEvent(session, 'message.created', { message }, 3)

  expect(await screen.findByRole('img', { name: 'Sent' })).toBeVisible()
  expect(screen.getAllByText('Yes, 5 pm works.')).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('Undo pressed while the api answers undoes the reply', async () => {
  const answered = Promise.withResolvers<void>()
  const session = aSession()
  openChat(session)
  answer('post */reply', () => answered.promise)
  const takenBack = answer('delete */api/chats/messages/:id', () => ({
    success: true,
    restored: 'Wrong chat',
    session,
  }))
  await userEvent.type(await replyBox(), 'Wrong chat{Enter}')
  const target = await screen.findByRole('button', { name: 'Undo' })
  const user = userEvent.setup()
  await user.pointer({ keys: '[MouseLeft>]', target })

  answered.resolve()
  await waitFor(() => expect(screen.queryByText('Sending')).toBeNull())
  await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('button', { name: 'Undo' }) })

  await waitFor(async () => expect(await replyBox()).toHaveValue('Wrong chat'))
  expect(takenBack).toHaveLength(1)
  expect(screen.queryByRole('article', ownMessage)).toBeNull()
})

test('a note started while a reply is being undone stays a note', async () => {
  const session = aSession()
  const takenBack = Promise.withResolvers<void>()
  openChat(session)
  answer('delete */api/chats/messages/:id', async () => {
    await takenBack.promise
    return { success: true, restored: 'Wrong chat', session }
  })
  await userEvent.type(await replyBox(), 'Wrong chat{Enter}')
  const bubble = await screen.findByRole('article', ownMessage)
  await waitFor(() => expect(bubble).toHaveAttribute('data-message'))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Note' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'Only we see it')

  takenBack.resolve()
  await waitFor(() => expect(screen.queryByRole('article', ownMessage)).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Only we see it')
  await userEvent.click(screen.getByRole('radio', { name: 'Reply' }))
  expect(await replyBox()).toHaveValue('Wrong chat')
})

test('a reply that is being sent shows its quote', async () => {
  const session = aSession()
  openChat(session, [aMessage({ sessionId: session.id, text: 'Is 5 pm free?' })])
  const answered = Promise.withResolvers<void>()
  answer('post */reply', () => answered.promise)
  await userEvent.click(await screen.findByRole('button', { name: 'More about this message' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reply to this' }))
  await userEvent.type(await replyBox(), 'It is.{Enter}')

  const bubble = await screen.findByRole('article', ownMessage)
  const quote = () => within(bubble).getByRole('button', { name: /Is 5 pm free\?/ })
  expect(within(bubble).getByText('Sending')).toBeVisible()
  expect(quote()).toBeVisible()

  answered.resolve()
  await waitFor(() => expect(bubble).toHaveAttribute('data-message'))
  expect(quote()).toBeVisible()
})

test('a reply undone while being sent is not shown again by its event', async () => {
  const session = aSession()
  const answered = Promise.withResolvers<void>()
  const takenBack = Promise.withResolvers<void>()
  const { sent } = openChat(session)
  answer('post */reply', () => answered.promise)
  const asked = answer('delete */api/chats/messages/:id', async () => {
    await takenBack.promise
    return { success: true, restored: 'Wrong chat', session }
  })
  await userEvent.type(await replyBox(), 'Wrong chat{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  answered.resolve()
  await waitFor(() => expect(asked).toHaveLength(1))

  const { clientId } = sent[0] as { clientId: string }
  const message = aReply({ sessionId: session.id, clientId, text: 'Wrong chat' })
  emitEvent(session, 'message.created', { message }, 3)
  const later = aMessage({ sessionId: session.id, text: 'Are you there?' })
  emitEvent(session, 'message.created', { message: later }, 4)

  expect(await screen.findByText('Are you there?')).toBeVisible()
  expect(screen.queryByRole('article', ownMessage)).toBeNull()
  takenBack.resolve()
  expect(await replyBox()).toHaveValue('Wrong chat')
})
