import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { openShop } from '../../../test/assistant-api.ts'
import {
  aboutToSay,
  eventsOf,
  newChat,
  readChat,
  receive,
  sendReply,
} from '../../../test/chat-api.ts'
import { insertChat } from '../../../test/chat-rows.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { accounts } from '../../platform/database/schema.ts'
import { runChatTimers } from './run-chat-timers.ts'

const api = useTestApi()
const minuteMs = 60_000

const act = (owner: Person, sessionId: string, action: string, body?: object) =>
  owner.call(action === 'save' ? 'PUT' : 'POST', `/api/chats/sessions/${sessionId}/${action}`, {
    ...(body !== undefined && { body }),
  })

test('the owner takes a chat over and hands it back', async () => {
  const { owner } = await openShop(api)
  const { id } = (await receive(owner)).session

  const taken = await act(owner, id, 'handler', { handler: 'owner' })
  expect(taken.body.session).toMatchObject({ handler: 'owner', handlerReason: 'owner_takeover' })
  const inMinutes = (Date.parse(taken.body.session.returnAt) - Date.now()) / minuteMs
  expect(inMinutes).toBeCloseTo(240, 0)
  const seq = taken.body.session.seq

  const never = await act(owner, id, 'handler', { handler: 'owner', returnAt: null })
  expect(never.body.session).toMatchObject({ returnAt: null, seq: seq + 1 })
  const same = await act(owner, id, 'handler', { handler: 'owner', returnAt: null })
  expect(same.body.session.seq).toBe(seq + 1)

  const given = await act(owner, id, 'handler', { handler: 'assistant' })
  expect(given.body.session).toMatchObject({ handler: 'assistant', returnAt: null })
  expect(given.body.session).not.toHaveProperty('handlerReason')
  const past = new Date(Date.now() - minuteMs).toISOString()
  expectProblem(await act(owner, id, 'handler', { handler: 'owner', returnAt: past }), 422)
  await act(owner, id, 'close')
  expectProblem(await act(owner, id, 'handler', { handler: 'owner' }), 409)
  const jobless = await newChat(api)
  const give = act(jobless.owner, jobless.session.id, 'handler', { handler: 'assistant' })
  expectProblem(await give, 409)
})

test('a saved chat asks for attention at its reminder time, until it is unsaved', async () => {
  const { owner, session } = await newChat(api)
  const remindAt = new Date(Date.now() + minuteMs).toISOString()
  const saved = await act(owner, session.id, 'save', { savedForLater: true, remindAt, note: ' x ' })
  expect(saved.body.session).toMatchObject({
    savedForLater: true,
    savedAt: expect.any(String),
    savedNote: 'x',
    remindAt,
  })
  const kept = await act(owner, session.id, 'save', { savedForLater: true })
  expect(kept.body.session).toMatchObject({ remindAt, savedNote: 'x' })

  await runChatTimers(api, new Date())
  expect((await readChat(owner, session.id)).session.attention).not.toContain('review')
  await runChatTimers(api, new Date(remindAt))
  const due = (await readChat(owner, session.id)).session
  expect(due.attention).toContain('review')
  expect(due).not.toHaveProperty('remindAt')

  const put = await act(owner, session.id, 'save', { savedForLater: false })
  expect(put.body.session.attention).not.toContain('review')
  expect(put.body.session).not.toHaveProperty('savedNote')
})

test('a closing window with a waiting contact is announced once, and again after a new message', async () => {
  const owner = await api.newOwner()
  const writes = (hoursAgo: number) =>
    receive(owner, { at: new Date(Date.now() - hoursAgo * 60 * minuteMs).toISOString() })
  const { session } = await writes(22.5)
  expect((await runChatTimers(api)).closing).toBe(1)
  const isClosing = { attention: expect.arrayContaining(['window_closing']) }
  expect((await eventsOf(api, owner.id)).at(-1)).toMatchObject({
    type: 'session.updated',
    data: { session: isClosing },
  })
  expect((await runChatTimers(api)).closing).toBe(0)

  await writes(21)
  expect((await runChatTimers(api)).closing).toBe(0)
  const later = new Date(Date.now() + 61 * minuteMs)
  expect((await runChatTimers(api, later)).closing).toBe(1)
  await sendReply(owner, session.id, 'Coming')
  await writes(20)
  await sendReply(owner, session.id, 'Yes?')
  expect((await runChatTimers(api, new Date(later.getTime() + 60 * minuteMs))).closing).toBe(0)
})

test('a chat without messages for a day is closed, its pending reply is dropped, and the next message starts a new chat', async () => {
  const { owner } = await openShop(api)
  const { id } = (await receive(owner)).session
  const messageId = await aboutToSay(api, owner.id, id)
  const lastMs = Date.parse((await readChat(owner, id)).session.lastActivityAt)
  await runChatTimers(api, new Date(lastMs + 1439 * minuteMs))
  expect((await readChat(owner, id)).session.status).toBe('active')

  await runChatTimers(api, new Date(lastMs + 1440 * minuteMs))

  const { items, session } = await readChat(owner, id)
  expect(items).toHaveLength(1)
  const idle = { status: 'closed', closeReason: 'idle', unreadCount: 1, messageCount: 1 }
  expect(session).toMatchObject(idle)
  expect((await eventsOf(api, owner.id)).slice(-3)).toMatchObject([
    { type: 'message.updated', data: { messageId, removed: true } },
    { type: 'run.state' },
    { type: 'session.updated', data: { session: { status: 'closed' } } },
  ])
  expect((await receive(owner)).session.id).not.toBe(id)
})

test('a chat whose timer fails does not stop the timers of other chats', async () => {
  const [bad, good] = [await api.newOwner(), await api.newOwner()]
  const { queries } = api.database
  for (const [days, { id: ownerId }] of [bad, good].entries()) {
    const createdAt = new Date(Date.now() - (5 - days) * 1440 * minuteMs)
    await insertChat(queries, { ownerId, jobId: null, createdAt })
  }
  const isBad = eq(accounts.ownerId, bad.id)
  const [account] = await queries.delete(accounts).where(isBad).returning()

  await expect(runChatTimers(api)).rejects.toThrow(/could not be moved on/)
  await queries.insert(accounts).values(account!)

  const { body } = await good.call('GET', '/api/chats/sessions?status=closed')
  expect(body.totals.all).toBe(1)
  expect((await runChatTimers(api)).idle).toBe(1)
})

test('notes on a message are added, counted, changed and removed', async () => {
  const { owner, session, messageId } = await newChat(api)
  const path = `/api/chats/messages/${messageId}/remarks`
  const body = { remark: ' Regular, likes Neha ' }
  const first = await owner.call('POST', path, { body })
  expect(first).toMatchObject({
    status: 201,
    body: { remark: { messageId, text: 'Regular, likes Neha' }, remarkCount: 1 },
  })
  const { id } = first.body.remark
  const blank = await owner.call('POST', path, { body: { remark: ' \u3164' } })
  expect(blank.body.errors).toMatchObject([{ pointer: '#/remark', code: 'too_short' }])
  const changed = await owner.call('PUT', `/api/chats/remarks/${id}`, { body: { remark: 'New' } })
  expect(changed.body).toMatchObject({
    remark: { id, text: 'New', editedAt: expect.any(String) },
    remarkCount: 1,
  })
  expect(await readChat(owner, session.id)).toMatchObject({
    session: { remarkCount: 1 },
    items: [{ remarks: [{ id, text: 'New' }] }],
  })
  const removed = await owner.call('DELETE', `/api/chats/remarks/${id}`)
  expect(removed.body).toEqual({ success: true, remarkCount: 0 })
  expect((await readChat(owner, session.id)).session.remarkCount).toBe(0)
  expectProblem(await owner.call('DELETE', `/api/chats/remarks/${id}`), 404)
})

test('a contact is renamed, blocked, unblocked and opted out', async () => {
  const { owner, session } = await newChat(api)
  const { id } = session.contact
  const put = (body: object) => owner.call('PUT', `/api/chats/contacts/${id}`, { body })

  expect((await put({ name: 'Ravi K' })).body.contact).toMatchObject({ name: 'Ravi K' })
  expect((await receive(owner, { name: 'Other' })).session.contact.name).toBe('Ravi K')
  const found = await owner.call('GET', '/api/chats/sessions?q=ravi+k')
  expect(found.body.items).toHaveLength(1)

  expect((await put({ blocked: true })).body.contact.blocked).toBe(true)
  const { session: kept } = await receive(owner, { text: 'Please' })
  expect(kept).toMatchObject({
    id: session.id,
    status: 'closed',
    closeReason: 'blocked',
    unreadCount: 0,
    messageCount: 3,
  })
  await put({ blocked: false })
  const { session: next } = await receive(owner)
  expect(next.id).not.toBe(session.id)
  const out = await put({ optedOut: true })
  expect(out.body.contact).toMatchObject({ optedOutAt: expect.any(String), previousSessions: 1 })
  expect((await readChat(owner, next.id)).session.closeReason).toBe('opted_out')
})
