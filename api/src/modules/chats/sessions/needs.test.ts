import type { ChatSession } from '@errand/contract/chats/session'
import { chatSessionSchema } from '@errand/contract/chats/session'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { asking, openShop } from '../../../../test/assistant-api.ts'
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
import { chatSessions, messages } from '../../../platform/database/schema.ts'
import { addDays, dayOf } from '../../../platform/period/days.ts'
import { runChatTimers } from '../../conversations/run-chat-timers.ts'
import { applyStatus } from '../apply-status.ts'

const api = useTestApi()
const minuteMs = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()
const ahead = (minutes: number) => ago(-minutes)

/** What the chat needs its owner for; the list, the badge and the chat itself have to agree. */
async function needOf(owner: Owner, id: string): Promise<ChatSession['needs']> {
  const chat: ChatSession = (await readChat(owner, id)).session
  expect(chatSessionSchema.parse(chat)).toEqual(chat)
  const { body } = await owner.call('GET', '/api/chats/sessions?needsYou=true')
  const listed = body.items.find((item: ChatSession) => item.id === id)
  expect(listed?.needs).toEqual(chat.needs)
  const stats = (await owner.call('GET', '/api/auth/stats?fields=sessions')).body
  expect(stats.sessions.needsYou).toBe(body.totals.all)
  expect(body.totals.needsYou).toBe(body.totals.all)
  const others = await owner.call('GET', '/api/chats/sessions?needsYou=false')
  expect(others.body.totals.needsYou).toBe(0)
  return chat.needs
}

const act = (owner: Owner, id: string, action: string, body: object = {}) =>
  owner.call(action === 'save' ? 'PUT' : 'POST', `/api/chats/sessions/${id}/${action}`, { body })

/** A chat without a job, which only its owner can answer. */
async function newNeed() {
  const { owner, session, messageId } = await newChat(api)
  return { owner, id: session.id as string, messageId: messageId as string }
}

const error = { code: 131_026, title: 'Not on WhatsApp', detail: '', retryable: false }

/** A reply of the owner that the provider says has failed; answers its id. */
async function fail(owner: Owner, sessionId: string): Promise<string> {
  const { id } = (await sendReply(owner, sessionId, 'Hello')).body.message
  const { providerId } = await waitForStatus(owner, sessionId, id, 'delivered')
  // As if no phone had confirmed it.
  await api.database.queries.update(messages).set({ status: 'sent' }).where(eq(messages.id, id))
  const report = { ownerId: owner.id, providerId, at: new Date(), error, status: 'failed' as const }
  await api.database.transaction((queries) => applyStatus(queries, api, report))
  return id
}

test('a chat that only the owner can answer needs them until they reply', async () => {
  const { owner, id, messageId } = await newNeed()

  const need = await needOf(owner, id)
  expect(need).toEqual({ reason: 'handoff', since: expect.any(String), messageId })
  await sendReply(owner, id, 'Here I am')
  expect(await needOf(owner, id)).toBeUndefined()
})

test('a failed reply needs the owner until the contact writes, the chat ends or a week passes', async () => {
  await startSending(api)
  const { queries } = api.database
  const { owner } = await openShop(api)
  const { session } = await receive(owner)
  const messageId = await fail(owner, session.id)
  const failed = { reason: 'failed_message', messageId, error: { title: 'Not on WhatsApp' } }
  expect(await needOf(owner, session.id)).toMatchObject(failed)

  const newest = await fail(owner, session.id)
  expect(await needOf(owner, session.id)).toMatchObject({ ...failed, messageId: newest })

  const isIt = eq(chatSessions.id, session.id)
  const [row] = await queries.select().from(chatSessions).where(isIt)
  const since = ago(8 * 24 * 60)
  const old = { ...row?.attentionAbout, failed_message: { since, messageId } }
  await queries.update(chatSessions).set({ attentionAbout: old }).where(isIt)
  expect(await needOf(owner, session.id)).toBeUndefined()
  await queries
    .update(chatSessions)
    .set({ attentionAbout: row?.attentionAbout ?? {} })
    .where(isIt)

  await receive(owner, { text: 'Hello?' })
  expect(await needOf(owner, session.id)).toBeUndefined()
  await fail(owner, session.id)
  expect(await needOf(owner, session.id)).toMatchObject({ reason: 'failed_message' })
  await queries.update(chatSessions).set({ status: 'completed' }).where(isIt)
  expect(await needOf(owner, session.id)).toBeUndefined()
})

test('a closing window needs the owner from two hours before its end', async () => {
  const { owner } = await openShop(api)
  const { session } = await receive(owner, { at: ago(22.5 * 60) })

  const { needs, window } = (await readChat(owner, session.id)).session
  expect(needs).toMatchObject({ reason: 'window_closing', messageId: expect.any(String) })
  expect(Date.parse(window.expiresAt) - Date.parse(needs.since)).toBe(120 * minuteMs)
  expect(await needOf(owner, session.id)).toEqual(needs)
})

test('an upcoming booking needs the owner until it is decided, if the job notifies its owner', async () => {
  const job = { ...asking(['day', 'date'], ['at', 'time']), behaviour: {} }
  const today = dayOf(new Date(), 'Asia/Kolkata')
  const book = async (owner: Owner, day: string, from: string) => {
    const { session } = await receive(owner, { from })
    const body = { formData: { day, at: '10:30' } }
    const path = `/api/chats/sessions/${session.id}/form-data`
    expect((await owner.call('PUT', path, { body })).body.session.status).toBe('completed')
    return session.id
  }
  const { owner } = await openShop(api, { job })
  const past = await book(owner, addDays(today, -1), '+919800000001')
  expect(await needOf(owner, past)).toBeUndefined()
  const booked = await book(owner, today, '+919800000002')
  const booking = { day: today, time: '10:30', version: expect.any(Number) }
  expect(await needOf(owner, booked)).toMatchObject({ reason: 'booking', booking })

  const isBooked = eq(chatSessions.id, booked)
  const set = (columns: Partial<typeof chatSessions.$inferSelect>) =>
    api.database.queries.update(chatSessions).set(columns).where(isBooked)
  await set({ status: 'active', closeReason: null, handler: 'assistant' })
  expect(await needOf(owner, booked)).toBeUndefined()
  await set({ status: 'active', handler: 'owner' })
  expect(await needOf(owner, booked)).toMatchObject({ reason: 'booking' })

  await act(owner, booked, 'booking', { action: 'confirm' })
  expect(await needOf(owner, booked)).toBeUndefined()

  const behaviour = { onComplete: { notifyOwner: false } }
  const quiet = await openShop(api, { job: { ...job, behaviour } })
  const unasked = await book(quiet.owner, addDays(today, 1), '+919800000003')
  expect(await needOf(quiet.owner, unasked)).toBeUndefined()
})

test('a chat marked as done needs the owner again after a new message or an undo', async () => {
  const { owner, id } = await newNeed()
  const before = await needOf(owner, id)
  const done = await act(owner, id, 'attention', { done: true })
  expect(done.body.session).not.toHaveProperty('needs')
  expect(done.body.session.attention).toEqual(['unread'])
  expect(await needOf(owner, id)).toBeUndefined()

  await act(owner, id, 'attention', { done: false })
  expect(await needOf(owner, id)).toEqual(before)

  await act(owner, id, 'attention', { done: true })
  await receive(owner, { text: 'Anybody?' })
  expect(await needOf(owner, id)).toMatchObject({ reason: 'handoff' })
})

test('a new failed message reopens the need of a chat marked as done', async () => {
  await startSending(api)
  const { owner } = await openShop(api)
  const { session } = await receive(owner)
  await fail(owner, session.id)
  await act(owner, session.id, 'attention', { done: true })
  expect(await needOf(owner, session.id)).toBeUndefined()

  const messageId = await fail(owner, session.id)
  expect(await needOf(owner, session.id)).toMatchObject({ reason: 'failed_message', messageId })
})

test('a snoozed chat needs the owner again at its time, also when snoozed twice', async () => {
  const { owner, id } = await newNeed()
  expectProblem(await act(owner, id, 'attention', { done: true, until: ago(1) }), 422)
  expectProblem(await act(owner, id, 'attention', {}), 422)
  const until = ahead(60)
  const snoozed = await act(owner, id, 'attention', { done: true, until })
  expect(snoozed.body.session).toMatchObject({ remindAt: until, savedForLater: false })
  expect(await needOf(owner, id)).toBeUndefined()
  await runChatTimers(api, new Date(until))
  expect(await needOf(owner, id)).toMatchObject({ reason: 'handoff' })

  await act(owner, id, 'handler', { handler: 'owner' })
  const reminder = { reason: 'reminder', since: until }
  expect(await needOf(owner, id)).toEqual(reminder)
  const again = ahead(120)
  await act(owner, id, 'attention', { done: true, until: again })
  await act(owner, id, 'attention', { done: false, remindAt: null })
  expect(await needOf(owner, id)).toEqual(reminder)
  await act(owner, id, 'attention', { done: true, until: again })
  await runChatTimers(api, new Date(again))
  expect(await needOf(owner, id)).toEqual({ reason: 'reminder', since: again })

  await act(owner, id, 'attention', { done: true })
  await receive(owner, { text: 'Thanks' })
  expect(await needOf(owner, id)).toBeUndefined()
})

test('an owner cannot mark another owner’s chat as done', async () => {
  const { session } = await newChat(api)
  const stranger = await api.newOwner()
  expectProblem(await act(stranger, session.id, 'attention', { done: true }), 404)
})
