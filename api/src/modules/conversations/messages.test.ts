import { expect, test } from 'vitest'

import { newJob, readFigures } from '../../../test/analytics-job.ts'
import { newChat, readChat, receive, sendReply } from '../../../test/chat-api.ts'
import { insertChat, insertMessage } from '../../../test/chat-rows.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { newId } from '../../platform/database/new-id.ts'

const api = useTestApi()

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

const textOf = ({ items }: { items: { text: string }[] }) => items.map(({ text }) => text).join('')

test('messages are read from the end of a chat, and before, after or around a message', async () => {
  const owner = await api.newOwner()
  const { id, messages } = await longChat(owner)
  const [first = '', , third = '', , fifth = ''] = messages
  const cases = [
    ['?limit=4', '6789', true, false],
    ['', '123456789', false, false],
    [`?before=${fifth}&limit=3`, '234', true, true],
    [`?before=${third}`, '12', false, true],
    [`?after=${fifth}&limit=3`, '678', true, true],
    [`?after=${messages.at(-1)}`, '', true, false],
    [`?around=${fifth}&limit=4`, '3456', true, true],
    [`?around=${first}&limit=4`, '12', false, true],
    ['?q=7', '7', false, false],
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

test('a position from another chat, or two positions at once, are refused', async () => {
  const { owner, session, messageId } = await newChat(api)
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

test('marking as read moves the read position forward, marking as unread moves it back', async () => {
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

  const sent = await sendReply(owner, id, 'Read')
  // A chat that ends with an answer is unread again from what the contact wrote last.
  expect(await unread()).toBeNull()
  expect((await mark([sent.body.message.id], false)).body).toMatchObject({
    updated: 1,
    sessions: [{ id, unreadCount: 1, lastReadMessageId: messages[7] }],
  })
  expect(await unread()).toBe(messages[8])
})

test('the owner rates, re-rates and unrates a reply, and the job’s statistics count it', async () => {
  const owner = await api.newOwner()
  const { queries } = api.database
  const job = await newJob(owner)
  const chat = await insertChat(queries, { ownerId: job.ownerId, jobId: job.id, jobVersion: 1 })
  const [asked, said] = [newId('message'), newId('message')]
  await insertMessage(queries, chat, { id: asked, seq: 1 })
  await insertMessage(queries, chat, { id: said, seq: 2, direction: 'out' })
  const rate = (body: object, id = said) =>
    owner.call('PUT', `/api/chats/messages/${id}/feedback`, { body })
  const count = async () => (await readFigures(owner, job.id)).feedback
  expect(await count()).toEqual({ good: 0, bad: 0, reasons: [] })

  const { message } = (await rate({ rating: 'good' })).body
  expect(message.feedback).toEqual({ rating: 'good', at: expect.any(String) })
  expect(await count()).toEqual({ good: 1, bad: 0, reasons: [] })

  await rate({ rating: 'bad', reason: 'outdated', note: '  We moved in May.  ' })
  const { items } = await readChat(owner, chat.id)
  const opinion = { rating: 'bad', reason: 'outdated', note: 'We moved in May.' }
  expect(items.at(-1).feedback).toMatchObject(opinion)
  expect(await count()).toEqual({ good: 0, bad: 1, reasons: [{ reason: 'outdated', count: 1 }] })

  expect((await rate({ rating: null })).body.message).not.toHaveProperty('feedback')
  expect(await count()).toEqual({ good: 0, bad: 0, reasons: [] })
  expectProblem(await rate({ rating: 'good' }, asked), 409)
})
