import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import {
  newChat,
  readChat,
  receive,
  sendReply,
  startSending,
  waitForStatus,
} from '../../../../test/chat-api.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { useTestApi, type Owner } from '../../../../test/test-api.ts'
import { accounts, chatSessions, messages } from '../../../platform/database/schema.ts'
import { applyStatus } from '../../chats/apply-status.ts'

const api = useTestApi()
beforeAll(() => startSending(api))

test('a reply is sent over the simulator, and the owner gets the chat', async () => {
  const { owner, session, messageId } = await newChat(api)

  const sent = await sendReply(owner, session.id, 'Yes, 5 pm works.', { clientId: 'c_1' })

  expect(sent).toMatchObject({
    status: 202,
    body: {
      success: true,
      message: { clientId: 'c_1', status: 'queued', author: 'owner', type: 'text', attempts: 1 },
      session: {
        id: session.id,
        handler: 'owner',
        handlerReason: 'owner_takeover',
        unreadCount: 0,
        attention: [],
        lastMessage: { preview: 'Yes, 5 pm works.', author: 'owner' },
      },
      balance: { amountMinor: 0, messagesLeft: 500 },
    },
  })
  const { id } = sent.body.message
  const message = await waitForStatus(owner, session.id, id, 'delivered')
  expect(Object.keys(message.statusAt).toSorted()).toEqual(['delivered', 'queued', 'sent'])
  expect(message).toMatchObject({ providerId: expect.any(String), billed: { units: 1 } })
  expect(message).not.toHaveProperty('heldUntil')
  const after = await readChat(owner, session.id)
  expect(after.session).toMatchObject({
    cost: { messages: 1 },
    lastMessage: { status: 'delivered' },
  })
  // What was sent cannot be taken back.
  for (const gone of [id, messageId])
    expectProblem(await owner.call('DELETE', `/api/chats/messages/${gone}`), 409)
})

test('the same client id sends once', async () => {
  const { owner, session } = await newChat(api)
  const send = (text: string) => sendReply(owner, session.id, text, { clientId: 'c_1' })

  const first = await send('Once')
  const repeated = await Promise.all([send('Once'), send('Once')])
  for (const { status, body } of repeated) {
    expect([status, body.message.id]).toEqual([202, first.body.message.id])
  }
  expectProblem(await send('Twice'), 409)
  expect((await readChat(owner, session.id)).session.messageCount).toBe(2)
})

test('a reply with an undo time is sent after it', async () => {
  const { owner, session } = await newChat(api)
  const { body } = await sendReply(owner, session.id, 'In a moment', { undoSeconds: 2 })
  const message = await waitForStatus(owner, session.id, body.message.id, 'delivered')
  const heldMs = new Date(message.statusAt.sent).getTime() - new Date(message.createdAt).getTime()
  // The provider may have told of it first, and counts in whole seconds.
  expect(heldMs).toBeGreaterThan(1000)
})

test('a reply is refused on a missing channel, to a blocked contact or with a quote from another chat', async () => {
  const { owner, session } = await newChat(api)
  const other = await receive(owner, { from: '+919800000002' })
  const quoted = await sendReply(owner, session.id, 'x', { replyToId: other.messageId })
  expect(quoted.body.errors).toMatchObject([{ pointer: '#/replyToId' }])

  const { id: contactId } = other.session.contact
  const path = `/api/chats/contacts/${contactId}`
  expect((await owner.call('PUT', path, { body: { blocked: true } })).status).toBe(200)
  expectProblem(await sendReply(owner, other.session.id, 'x'), 409)

  await api.database.queries
    .update(chatSessions)
    .set({ channel: 'whatsapp' })
    .where(eq(chatSessions.id, session.id))
  const refused = await sendReply(owner, session.id, 'x')
  expect(refused).toMatchObject({ status: 409, body: { code: 'channel_disconnected' } })
})

test('a reply reopens a closed chat, unless the contact has a newer one', async () => {
  const { owner, session } = await newChat(api)
  const path = `/api/chats/sessions/${session.id}/close`
  expect((await owner.call('POST', path)).body.session).toMatchObject({
    status: 'closed',
    closeReason: 'owner',
  })
  expect((await sendReply(owner, session.id, 'One more thing')).body.session).toMatchObject({
    status: 'active',
    handler: 'owner',
  })
  await owner.call('POST', path)
  const { session: newer } = await receive(owner)
  expect(newer.id).not.toBe(session.id)
  const refused = await sendReply(owner, session.id, 'Too late')
  expect(refused).toMatchObject({ status: 409, body: { meta: { activeSessionId: newer.id } } })
})

test('a parallel reply and message never open two chats', async () => {
  const owner = await api.newOwner()
  const ended: string[] = []
  for (let round = 0; round < 10; round += 1) {
    const { session } = await receive(owner)
    await owner.call('POST', `/api/chats/sessions/${session.id}/close`)
    ended.push(session.id)
    // The oldest, which is not the chat that the message follows.
    const [oldest = ''] = ended
    const [reply, received] = await Promise.all([
      sendReply(owner, oldest, 'Wait', { undoSeconds: 30 }),
      receive(owner),
    ])
    expect([202, 409]).toContain(reply.status)
    expect(received.session.id === oldest).toBe(reply.status === 202)
    await owner.call('POST', `/api/chats/sessions/${received.session.id}/close`)
  }
})

/** A reply that was on its way when the provider said that it failed; `report` tells more of it. */
async function failedReply(owner: Owner, sessionId: string, retryable: boolean) {
  const { id } = (await sendReply(owner, sessionId, 'Hello')).body.message
  const { providerId } = await waitForStatus(owner, sessionId, id, 'delivered')
  const error = { code: 131_026, title: 'Undeliverable', detail: '', retryable }
  const told = { ownerId: owner.id, providerId, at: new Date(), error }
  const report = (status: 'failed' | 'read') =>
    api.database.transaction((queries) => applyStatus(queries, api, { ...told, status }))
  const retry = () => owner.call('POST', `/api/chats/messages/${id}/retry`)
  expectProblem(await retry(), 409)
  // As if no phone had confirmed it.
  await api.database.queries.update(messages).set({ status: 'sent' }).where(eq(messages.id, id))
  expect(await report('failed')).toBe(true)
  return { id, providerId, error, report, retry }
}

test('a failed message shows the reason and can be retried, and old reports do not change it', async () => {
  const { owner, session } = await newChat(api)
  const { id, providerId, error, report, retry } = await failedReply(owner, session.id, true)
  const after = await readChat(owner, session.id)
  expect(after.session).toMatchObject({
    attention: ['failed_message'],
    lastMessage: { status: 'failed' },
  })
  const billed = { reason: 'refunded' }
  expect(after.items.at(-1)).toMatchObject({ status: 'failed', error, billed })

  const again = await retry()
  expect(again).toMatchObject({ status: 202, body: { message: { status: 'queued', attempts: 2 } } })
  expect(again.body.message).not.toHaveProperty('error')
  expect(await report('read')).toBe(false)
  const sent = await waitForStatus(owner, session.id, id, 'delivered')
  expect(sent.providerId).not.toBe(providerId)
  expect((await readChat(owner, session.id)).session.attention).toEqual([])
})

test('a permanently failed message asks for attention until the next reply or the end of the chat', async () => {
  const { owner, session } = await newChat(api)
  const attention = async () => (await readChat(owner, session.id)).session.attention
  const { retry } = await failedReply(owner, session.id, false)
  expectProblem(await retry(), 409)

  const held = (await sendReply(owner, session.id, 'Hm', { undoSeconds: 30 })).body.message.id
  await owner.call('DELETE', `/api/chats/messages/${held}`)
  expect(await attention()).toEqual(['failed_message'])
  const again = await sendReply(owner, session.id, 'Are you there?')
  await waitForStatus(owner, session.id, again.body.message.id, 'delivered')
  expect(await attention()).toEqual([])

  await failedReply(owner, session.id, false)
  await owner.call('POST', `/api/chats/sessions/${session.id}/close`)
  expect(await attention()).toEqual([])
})

test('an owner without credit can send the grace messages and then none', async () => {
  const { owner, session } = await newChat(api)
  const change = (account: Partial<typeof accounts.$inferInsert>) =>
    api.database.queries.update(accounts).set(account).where(eq(accounts.ownerId, owner.id))

  await change({ trialMessages: 1_000_000, graceMessages: 24 })
  const last = await sendReply(owner, session.id, 'The last one')
  expect(last).toMatchObject({ status: 202, body: { balance: { messagesLeft: 0 } } })
  const sent = await waitForStatus(owner, session.id, last.body.message.id, 'delivered')
  expect(sent.billed).toEqual({ units: 1, amountMinor: 20, currency: 'INR', reason: 'charged' })
  expect((await readChat(owner, session.id)).session.cost).toEqual({
    messages: 1,
    amountMinor: 20,
    currency: 'INR',
  })

  const refused = await sendReply(owner, session.id, 'One too many')
  expectProblem(refused, 402)
  expect((await readChat(owner, session.id)).session.messageCount).toBe(2)
  await change({ balanceMicros: 1_000_000n, graceMessages: 0 })
  expect((await sendReply(owner, session.id, 'After a top-up')).status).toBe(202)
})

test('a held reply fails if the contact opts out in the meantime', async () => {
  const { owner, session } = await newChat(api)
  const { body } = await sendReply(owner, session.id, 'Offer', { undoSeconds: 30 })
  await receive(owner, { text: 'STOP' })
  const { id } = body.message
  const { queries } = api.database
  await queries.update(messages).set({ heldUntil: new Date() }).where(eq(messages.id, id))
  await api.queue.add(queries, 'message.send', { messageId: id, attempt: 1 })
  const message = await waitForStatus(owner, session.id, id, 'failed')
  expect(message.error).toMatchObject({ code: 131_050, retryable: false })
  const { items } = await readChat(owner, session.id)
  await waitForStatus(owner, session.id, items.at(-1).id, 'delivered')
})
