import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import {
  aboutToSay,
  eventsOf,
  newChat,
  readChat,
  receive,
  sendReply,
} from '../../../test/chat-api.ts'
import { useTestApi, type Owner } from '../../../test/test-api.ts'
import { contacts } from '../../platform/database/schema.ts'
import { receiveMessage } from './receive-message.ts'

const api = useTestApi()

test('a first message creates a contact and, without a job, a chat without a handler', async () => {
  const owner = await api.newOwner()

  const { session, messageId } = await receive(owner, { text: 'Tomorrow 5 pm?' })

  expect(session).toMatchObject({
    contact: { name: 'Ravi', phoneNumber: '+919800000001', waId: '919800000001', blocked: false },
    job: null,
    channel: 'simulator',
    status: 'active',
    handler: 'none',
    attention: ['unread', 'handoff'],
    window: { open: true },
    unreadCount: 1,
    messageCount: 1,
    lastMessage: {
      id: messageId,
      preview: 'Tomorrow 5 pm?',
      author: 'contact',
      status: 'received',
    },
    seq: 2,
  })
  const { items } = await readChat(owner, session.id)
  expect(items).toMatchObject([
    { id: messageId, seq: 1, direction: 'in', author: 'contact', text: 'Tomorrow 5 pm?' },
  ])
})

test('ten parallel messages from one sender create one contact and one chat', async () => {
  const owner = await api.newOwner()

  const received = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      receive(owner, { text: `${index}`, providerId: `id-${index % 5}` }),
    ),
  )

  expect(new Set(received.map(({ session }) => session.id)).size).toBe(1)
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(5)
  expect(received.filter(({ isDuplicate }) => !isDuplicate)).toHaveLength(5)
  const { items, session } = await readChat(owner, received[0]?.session.id)
  expect(items.map(({ seq }: { seq: number }) => seq)).toEqual([1, 2, 3, 4, 5])
  expect(session).toMatchObject({ unreadCount: 5, messageCount: 5, seq: 10 })
  // Of another owner it is another message.
  const elsewhere = await receive(await api.newOwner(), { providerId: 'id-1' })
  expect(elsewhere.isDuplicate).toBe(false)
})

test('a contact known by number and one known by user id are merged when a message has both', async () => {
  const owner = await api.newOwner()
  const to = { ownerId: owner.id, channel: 'simulator' } as const
  let number = 0
  const write = (names: { phoneNumber?: string; userId?: string }) =>
    api.database.transaction((queries) => {
      number += 1
      const text = { type: 'text', text: `${number}` } as const
      const message = { ...text, providerId: `merge-${number}`, at: new Date() }
      return receiveMessage(queries, api.queue, {
        ...to,
        from: { ...names, name: 'Asha' },
        message,
      })
    })

  const old = await write({ userId: 'IN.77' })
  const other = await write({ phoneNumber: '+912222222222' })
  expect(other.sessionId).not.toBe(old.sessionId)
  const dropped = await aboutToSay(api, owner.id, old.sessionId)
  const both = { userId: 'IN.77', phoneNumber: '+912222222222' }
  const merged = await write(both)

  // The chat that was livelier goes on.
  expect(merged.sessionId).toBe(other.sessionId)
  expect(await peopleOf(owner)).toMatchObject([both])
  const { session } = await readChat(owner, old.sessionId)
  const ended = { status: 'closed', closeReason: 'idle', unreadCount: 1, messageCount: 1 }
  expect(session).toMatchObject(ended)
  const all = await eventsOf(api, owner.id)
  const told = all.filter(({ sessionId }) => sessionId === old.sessionId)
  expect(told.slice(-2)).toMatchObject([
    { type: 'message.updated', data: { messageId: dropped, removed: true } },
    { type: 'session.updated' },
  ])

  // Whoever has the number with another id is somebody else: numbers are given to new people.
  const stranger = await write({ ...both, userId: 'IN.88' })
  expect(stranger.sessionId).not.toBe(merged.sessionId)
  expect(await peopleOf(owner)).toMatchObject([
    { userId: 'IN.77', phoneNumber: null },
    { ...both, userId: 'IN.88' },
  ])
})

test.each([
  ['+5511987654321', '+551187654321'],
  ['+525512345678', '+5215512345678'],
  ['+5491123456789', '+541123456789'],
])('%s and %s are one contact, reached at the number used last', async (one, other) => {
  const owner = await api.newOwner()
  const first = await receive(owner, { from: one, name: 'Ana' })
  const second = await receive(owner, { from: other, name: '' })
  const third = await receive(owner, { from: one })
  await receive(owner, { from: other })

  expect([second.session.id, third.session.id]).toEqual([first.session.id, first.session.id])
  expect(await peopleOf(owner)).toMatchObject([{ name: 'Ana', phoneNumber: other }])
})

test('numbers that only look like two forms of one stay separate contacts', async () => {
  const owner = await api.newOwner()
  // A landline of São Paulo has never had a ninth digit.
  for (const from of ['+551133334444', '+5511933334444', '+15112345678', '+5115112345678'])
    await receive(owner, { from })

  expect(await peopleOf(owner)).toHaveLength(4)
})

const peopleOf = ({ id }: Owner) =>
  api.database.queries.select().from(contacts).where(eq(contacts.ownerId, id)).orderBy(contacts.id)

test('a name without visible characters is stored as empty', async () => {
  const owner = await api.newOwner()
  for (const name of ['\u200E\u200B', '\u3164', '\u2800', '\u0301', ' \u00A0']) {
    expect((await receive(owner, { name })).session.contact.name).toBe('')
  }
  // A name that can be seen takes its place.
  const named = await receive(owner, { name: '\u202ERavi\u2067 \u200B❤️' })
  expect(named.session.contact.name).toBe('Ravi ❤️')
})

test('an opt-out word closes the chat, with one last message', async () => {
  const { owner, session } = await newChat(api)

  const stopped = await receive(owner, { text: ' unsubscribe ' })

  expect(stopped.session).toMatchObject({
    id: session.id,
    status: 'closed',
    closeReason: 'opted_out',
    handler: 'none',
    contact: { optedOutAt: expect.any(String) },
  })
  const refused = await sendReply(owner, session.id, 'But wait')
  expect(refused).toMatchObject({ status: 409, body: { code: 'opted_out' } })

  // Whatever comes now is kept, in the same chat, and answered once.
  const more = await receive(owner, { text: 'STOP' })
  expect(more.session).toMatchObject({ id: session.id, status: 'closed', unreadCount: 3 })
  const { items } = await readChat(owner, session.id)
  expect(items.filter(({ author }: { author: string }) => author === 'system')).toHaveLength(1)

  const back = await receive(owner, { text: 'start' })
  expect(back.session).toMatchObject({ status: 'active', contact: { previousSessions: 1 } })
  expect(back.session.id).not.toBe(session.id)
  expect(back.session.contact).not.toHaveProperty('optedOutAt')
})

test('an old message leaves the window closed, and a late one does not shorten it', async () => {
  const owner = await api.newOwner()
  const at = new Date(Date.now() - 26 * 3_600_000).toISOString()

  const old = await receive(owner, { at })
  expect(old.session.window).toMatchObject({ open: false, lastInboundAt: at })

  const now = await receive(owner)
  expect(now.session.window.open).toBe(true)
  const late = await receive(owner, { at })
  expect(late.session.window).toEqual(now.session.window)
})

test('events are published in order, with a sequence for each chat', async () => {
  const { owner, session } = await newChat(api)
  await receive(owner, { text: 'Again' })
  const all = await eventsOf(api, owner.id)
  expect(all.map(({ type, sessionSeq }) => [type, sessionSeq])).toEqual([
    ['session.created', 1],
    ['message.created', 2],
    ['session.updated', 3],
    ['message.created', 4],
  ])
  expect(all.at(-1)?.data).toMatchObject({ message: { text: 'Again', sessionId: session.id } })
  expect(all.at(-2)?.data).toMatchObject({ session: { unreadCount: 2, seq: 4 } })
})
