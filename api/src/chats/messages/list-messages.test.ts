import { expect, test } from 'vitest'

import { readChat, receive, sendReply } from '../../../test/chat-api.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'

const api = useTestApi()

interface Shown {
  id: string
  text: string
}

/** A chat with nine messages, `1` to `9`. */
async function longChat(owner: Person): Promise<{ id: string; messages: string[] }> {
  const messages: string[] = []
  let id = ''
  for (let number = 1; number < 10; number += 1) {
    const { session, messageId } = await receive(owner, { text: `${number}` })
    id = session.id
    messages.push(messageId)
  }
  return { id, messages }
}

const textOf = ({ items }: { items: Shown[] }) => items.map(({ text }) => text).join('')

test('a chat is read from its end, around a place, and both ways from there', async () => {
  const owner = await api.newOwner()
  const { id, messages } = await longChat(owner)
  const [first = '', , third = '', , fifth = ''] = messages
  const cases = [
    ['?limit=4', '6789', true, false],
    ['', '123456789', false, false],
    [`?before=${fifth}&limit=3`, '234', true, true],
    [`?before=${third}`, '12', false, true],
    [`?before=${first}`, '', false, true],
    [`?after=${fifth}&limit=3`, '678', true, true],
    [`?after=${messages.at(-1)}`, '', true, false],
    [`?around=${fifth}&limit=4`, '3456', true, true],
    [`?around=${first}&limit=4`, '12', false, true],
    ['?q=7', '7', false, false],
    ['?q=nothing', '', false, false],
  ] as const
  for (const [query, texts, hasMoreBefore, hasMoreAfter] of cases) {
    const page = await readChat(owner, id, query)
    expect({ ...page, texts: textOf(page) }, query).toMatchObject({
      texts,
      hasMoreBefore,
      hasMoreAfter,
      firstUnreadId: first,
    })
  }
})

test('a place that is not in the chat, or two at once, are refused', async () => {
  const owner = await api.newOwner()
  const { session, messageId } = await receive(owner)
  const other = await receive(owner, { from: '+919800000009' })
  const path = `/api/chats/sessions/${session.id}/messages`
  for (const query of [
    `before=${other.messageId}`,
    'around=msg_00000000000000000000000000',
    `before=${messageId}&after=${messageId}`,
  ]) {
    expectProblem(await owner.call('GET', `${path}?${query}`), 422)
  }
})

test('reading moves a mark forward, marking as unread moves it back', async () => {
  const owner = await api.newOwner()
  const { id, messages } = await longChat(owner)
  const mark = (messageIds: string[], read?: boolean) =>
    owner.call('PUT', '/api/chats/messages/mark-read', { body: { messageIds, read } })
  const unread = async () => (await readChat(owner, id)).firstUnreadId

  const read = await mark([messages[2] ?? '', messages[4] ?? '', 'msg_nobody'])
  expect(read.body).toEqual({
    success: true,
    updated: 5,
    sessions: [{ id, unreadCount: 4, lastReadMessageId: messages[4] }],
    notFound: ['msg_nobody'],
    providerReceipts: 'off',
  })
  expect(await unread()).toBe(messages[5])

  const again = await mark([messages[0] ?? ''])
  expect(again.body).toMatchObject({ updated: 0, sessions: [{ unreadCount: 4 }] })
  const back = await mark([messages[1] ?? ''], false)
  expect(back.body).toMatchObject({
    updated: 4,
    sessions: [{ unreadCount: 8, lastReadMessageId: messages[0] }],
  })
  const all = await mark([messages[0] ?? ''], false)
  expect(all.body.sessions).toEqual([{ id, unreadCount: 9 }])

  await sendReply(owner, id, 'Read')
  expect(await unread()).toBeNull()
})

test('a chat that ends with an answer is unread again from what the contact wrote last', async () => {
  const owner = await api.newOwner()
  const first = await receive(owner, { text: 'First' })
  const last = await receive(owner, { text: 'Last' })
  const { id } = first.session
  const sent = await sendReply(owner, id, 'Answered')
  const unread = (messageId: string) =>
    owner.call('PUT', '/api/chats/messages/mark-read', {
      body: { messageIds: [messageId], read: false },
    })

  expect((await unread(sent.body.message.id)).body).toMatchObject({
    updated: 1,
    sessions: [{ id, unreadCount: 1, lastReadMessageId: first.messageId }],
  })
  expect((await readChat(owner, id)).firstUnreadId).toBe(last.messageId)
})
