import { queryClient } from '@errand/shared-auth'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { answer, emitEvent, openChat, refusal } from '../testing/page.tsx'
import {
  aMessage,
  aMessageList,
  aSession,
  aSessionList,
  ago,
  closedWindow,
} from '../testing/samples.ts'
import { readChat, chatQuery } from './chat.ts'
import { handleEvent } from './follow-chats.ts'

test('a failed catch-up is requested again from the same time', async () => {
  let isAway = true
  const asked = answer('get */api/chats/sessions', () => (isAway ? refusal(403) : aSessionList([])))
  const pass = (at: string) => handleEvent({ id: 1, at, type: 'billing.updated', data: {} })
  pass('2026-11-01T10:00:00.000Z')

  handleEvent({ type: 'resync' })
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  pass('2026-11-01T11:00:00.000Z')
  isAway = false
  handleEvent({ type: 'resync' })
  await vi.waitFor(() => expect(asked).toHaveLength(2))

  // Some seconds earlier than the first event: clocks differ.
  const updatedSince = '2026-11-01T09:59:45.000Z'
  expect(asked).toMatchObject([{ updatedSince }, { updatedSince }])
})

test.each(['heard', 'missed'])(
  'a message written while a chat loads is shown (event %s)',
  async (how) => {
    const session = aSession({ seq: 1 })
    const now = { ...session, seq: 2 }
    const message = aMessage({ sessionId: session.id, text: 'Written meanwhile', seq: 1 })
    const arrived = Promise.withResolvers<void>()
    openChat(session)
    answer('get */api/chats/sessions', ({ updatedSince }) =>
      updatedSince === undefined ? undefined : aSessionList([now]),
    )
    const readings = answer('get */api/chats/sessions/:id/messages', async () => {
      if (readings.length > 1) return aMessageList(now, [message])
      await arrived.promise
      return aMessageList(session, [])
    })
    await waitFor(() => expect(readings).toHaveLength(1))
    if (how === 'heard') emitEvent(session, 'message.created', { message }, 2)
    else handleEvent({ type: 'resync' })
    arrived.resolve()

    expect(await screen.findByText('Written meanwhile')).toBeVisible()
  },
)

test.each(['heard', 'missed', 'missed by far'])(
  'a contact’s newer chat is offered (event %s)',
  async (how) => {
    const over = aSession({ status: 'closed', createdAt: ago(9e7), ...closedWindow() })
    const newer = aSession({ contact: over.contact, createdAt: ago(1000) })
    openChat(over)
    await screen.findByRole('button', { name: /^Notify me when / })
    answer('get */api/chats/sessions', ({ updatedSince }) =>
      how === 'missed by far' && updatedSince !== undefined
        ? aSessionList([over], { nextCursor: 'more' })
        : aSessionList([newer, over]),
    )
    if (how === 'heard') emitEvent(newer, 'session.updated', { session: newer }, 1)
    else act(() => handleEvent({ type: 'resync' }))

    expect(await screen.findByRole('link', { name: 'Open the newer chat' })).toBeVisible()
    const ended = { ...newer, status: 'completed' as const, seq: newer.seq + 1 }
    emitEvent(newer, 'session.updated', { session: ended }, ended.seq)
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Open the newer chat' })).toBeNull(),
    )
  },
)

test('messages missed in a closed chat are loaded when it is opened', async () => {
  const session = aSession({ seq: 1 })
  const all = [2, 3, 4].map((seq) =>
    aMessage({ sessionId: session.id, text: `Message ${seq}`, seq }),
  )
  let now = aMessageList(session, [])
  let isAway = false
  answer('get */api/chats/sessions', () => aSessionList([session]))
  answer('get */api/chats/sessions/:id/messages', () => (isAway ? refusal(403) : now))
  const open = () => queryClient.fetchQuery(chatQuery(session.id))
  await open()
  now = aMessageList({ ...session, seq: 4 }, all)
  emitEvent(session, 'message.created', { message: all[1] }, 3)
  handleEvent({ type: 'resync' })
  emitEvent(session, 'message.created', { message: all[2] }, 4)
  const texts = () => readChat(session.id)?.items.map(({ text }) => text)
  expect(texts()).toEqual(['Message 3', 'Message 4'])

  isAway = true
  await expect(open()).rejects.toMatchObject({ status: 403 })
  isAway = false
  await open()

  expect(texts()).toEqual(['Message 2', 'Message 3', 'Message 4'])
})
