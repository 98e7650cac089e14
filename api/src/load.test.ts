import { expect, test } from 'vitest'

import { readChat, receive, words } from '../test/chat-api.ts'
import { useTestApi, type Answer } from '../test/test-api.ts'

const api = useTestApi()

test('of 200 requests at once, reads and writes, nothing is lost and nothing is done twice', async () => {
  const owner = await api.newOwner()
  const chats: { id: string; from: string; messageId: string }[] = []
  for (let index = 0; index < 10; index += 1) {
    const from = `+91980000010${index}`
    const { session, messageId } = await receive(owner, { from })
    chats.push({ id: session.id, from, messageId })
  }
  const [heard, answered] = [chats.slice(0, 5), chats.slice(5)]
  /** What a client does that is told to come again: the same request, which may have been done. */
  const insist = async (...request: Parameters<typeof owner.call>): Promise<Answer> => {
    const answer = await owner.call(...request)
    return answer.status === 503 ? insist(...request) : answer
  }
  const each = <T>(count: number, work: (index: number) => Promise<T>) =>
    Array.from({ length: count }, (_, index) => work(index))
  const chatOf = (of: typeof chats, index: number) => of[index % of.length] as (typeof chats)[0]

  const answers = await Promise.all([
    ...each(50, (index) =>
      insist('POST', '/api/jobs', {
        body: { name: `Job ${index}` },
        headers: { 'idempotency-key': `load-${index}` },
      }),
    ),
    ...each(60, (index) => {
      const { from } = chatOf(heard, index)
      const body = { from, name: 'Ravi', text: `Word ${index}`, providerId: `load.${index}` }
      return insist('POST', '/api/dev/simulate/inbound', { body })
    }),
    ...each(40, (index) => {
      const body = words(`Yes ${index}`, { clientId: `c-${index}` })
      return insist('POST', `/api/chats/sessions/${chatOf(answered, index).id}/reply`, { body })
    }),
    ...each(10, (index) => {
      const body = { messageIds: [chatOf(answered, index).messageId] }
      return insist('PUT', '/api/chats/messages/mark-read', { body })
    }),
    ...each(20, () => insist('GET', '/api/chats/sessions')),
    ...each(20, (index) =>
      insist('GET', `/api/chats/sessions/${chatOf(chats, index).id}/messages`),
    ),
  ])

  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  expect((await owner.call('GET', '/api/jobs')).body.totals.draft).toBe(50)
  const { body } = await owner.call('GET', '/api/chats/sessions')
  expect(body.totals).toMatchObject({ all: 10, unread: 5 })
  for (const { id } of heard) {
    const { items, session } = await readChat(owner, id, '?limit=100')
    expect(items).toHaveLength(13)
    expect(session.unreadCount).toBe(13)
    expect(session.messageCount).toBe(13)
  }
  for (const { id } of answered) {
    const { items, session } = await readChat(owner, id, '?limit=100')
    expect(items).toHaveLength(9)
    expect(new Set(items.map(({ seq }: { seq: number }) => seq)).size).toBe(9)
    expect(session.unreadCount).toBe(0)
  }
})
