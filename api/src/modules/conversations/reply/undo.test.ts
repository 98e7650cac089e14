import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'

import { openShop, runsOf } from '../../../../test/assistant-api.ts'
import { aboutToSay, eventsOf, readChat, receive, sendReply } from '../../../../test/chat-api.ts'
import { insertTemplate } from '../../../../test/chat-rows.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { assistantRuns, chatSessions, messages } from '../../../platform/database/schema.ts'
import { runChatTimers } from '../run-chat-timers.ts'

// No worker answers or sends here, so that every state can be looked at.

const api = useTestApi()
let owner: Person
let ownerId: string

/** Everything of a chat that a page shows, but the numbers that count its events, and its runs. */
async function lookAt(sessionId: string) {
  const { items, session } = await readChat(owner, sessionId)
  const { seq: _seq, updatedAt: _updatedAt, ...shown } = session
  return { items, session: shown, runs: await runsOf(api, sessionId) }
}

const held = async (sessionId: string, text: string, more: object = {}): Promise<string> => {
  const sent = await sendReply(owner, sessionId, text, { undoSeconds: 30, ...more })
  expect(sent.status).toBe(202)
  return sent.body.message.id
}

const undo = async (id: string) => {
  const undone = await owner.call('DELETE', `/api/chats/messages/${id}`)
  expect(undone.status).toBe(200)
  return undone.body
}

/** What is unread is read in that order: the list says which chat comes first. */
const listed = async () => {
  const { body } = await owner.call('GET', '/api/chats/sessions')
  return body.items.map(({ id }: { id: string }) => id)
}

const put = async (path: string, body: object, method: 'PUT' | 'POST' = 'PUT') => {
  const answer = await owner.call(method, `/api/chats/${path}`, { body })
  expect(answer.status).toBe(200)
}

beforeEach(async () => {
  const shop = await openShop(api, { assistant: { debounceSeconds: 10 } })
  owner = shop.owner
  ownerId = shop.ownerId
})

test('undoing a reply restores the assistant’s chat with its run, list position and unread count', async () => {
  const { session } = await receive(owner)
  const { session: newer } = await receive(owner, { from: '+919800000002' })
  const before = await lookAt(session.id)
  expect(before.session).toMatchObject({ handler: 'assistant', unreadCount: 1, run: 'debouncing' })

  const id = await held(session.id, 'Wrong chat')
  expect(await listed()).toEqual([session.id, newer.id])
  const undone = await undo(id)

  expect(undone).toMatchObject({ restored: 'Wrong chat', session: before.session })
  expect(await lookAt(session.id)).toEqual(before)
  expect(await listed()).toEqual([newer.id, session.id])
  const [row] = await api.database.queries
    .select({ handoffReasons: chatSessions.handoffReasons })
    .from(chatSessions)
    .where(eq(chatSessions.id, session.id))
  expect(row).toEqual({ handoffReasons: [] })
  expect((await owner.call('DELETE', `/api/chats/messages/${id}`)).status).toBe(404)
  // Another browser hears of all that is given back.
  expect((await eventsOf(api, ownerId)).slice(-3)).toMatchObject([
    { type: 'message.updated', data: { messageId: id, removed: true } },
    { type: 'run.state', data: { run: { state: 'debouncing' } } },
    { type: 'session.updated', data: { session: undone.session } },
  ])
})

/** What becomes of a chat before the reply, and what may differ after its undo. */
const chats: [string, (id: string) => Promise<unknown>, string[]?][] = [
  ['a chat with a reply that was sent', (id) => held(id, 'Sent', { undoSeconds: 0 })],
  ['the owner’s chat', (id) => put(`sessions/${id}/handler`, { handler: 'owner' }, 'POST')],
  ['a closed chat', (id) => put(`sessions/${id}/close`, {}, 'POST')],
  [
    'a chat with a reminder that is due',
    async (id) => {
      const remindAt = new Date(Date.now() + 60_000).toISOString()
      await put(`sessions/${id}/save`, { savedForLater: true, remindAt })
      await runChatTimers(api, new Date(Date.now() + 120_000))
      expect((await lookAt(id)).session.attention).toContain('review')
    },
  ],
  [
    'a chat whose assistant is about to reply',
    (id) => aboutToSay(api, ownerId, id),
    ['lastActivityAt', 'lastMessage'],
  ],
  [
    'a chat whose assistant has sent half of its reply',
    async (id) => {
      const messageId = await aboutToSay(api, ownerId, id)
      const { queries } = api.database
      const [run] = await runsOf(api, id)
      if (run === undefined) throw new Error('The assistant does not answer')
      const isIts = eq(assistantRuns.id, run.id)
      await queries.update(assistantRuns).set({ state: 'sending', wakeAt: null }).where(isIts)
      await queries.update(chatSessions).set({ run: 'sending' }).where(eq(chatSessions.id, id))
      const part = { runId: run.id, runPart: 2 }
      await queries.update(messages).set(part).where(eq(messages.id, messageId))
    },
    ['lastActivityAt', 'lastMessage'],
  ],
  [
    'a chat whose reply waits for the window',
    async (id) => {
      const { queries } = api.database
      const parked = { state: 'parked', wakeAt: null } as const
      await queries.update(assistantRuns).set(parked).where(eq(assistantRuns.sessionId, id))
      const attention = ['awaiting_template' as const]
      const waiting = { windowExpiresAt: new Date(), run: 'idle' as const, attention }
      await queries.update(chatSessions).set(waiting).where(eq(chatSessions.id, id))
      const variables = [{ name: '1', example: 'x' }]
      await insertTemplate(queries, { ownerId, name: 'text_message', body: '{{1}}', variables })
    },
  ],
]

test.each(chats)('undoing a reply restores %s', async (_name, prepare, differing = []) => {
  const { session } = await receive(owner)
  await prepare(session.id)
  const before = await lookAt(session.id)

  await undo(await held(session.id, 'Hm'))

  const after = await lookAt(session.id)
  for (const member of differing) after.session[member] = before.session[member]
  expect(after).toMatchObject({ session: before.session, runs: before.runs })
  const said = ({ items }: typeof before) => items.map(({ text }: { text: string }) => text)
  expect(said(after)).toEqual(said(before))
})

test('undoing two replies, last one first, restores the chat', async () => {
  const { session } = await receive(owner)
  const before = await lookAt(session.id)
  const [first, second] = [await held(session.id, 'One'), await held(session.id, 'Two')]

  const { session: between } = await undo(second)
  expect(between).toMatchObject({ handler: 'owner', unreadCount: 0, lastMessage: { id: first } })
  await undo(first)

  expect(await lookAt(session.id)).toEqual(before)
})

test('undoing the earlier of two replies leaves the chat with the owner', async () => {
  const { session } = await receive(owner)
  const [first, second] = [await held(session.id, 'One'), await held(session.id, 'Two')]
  const kept = { handler: 'owner', unreadCount: 0, run: 'idle', messageCount: 2 }

  expect((await undo(first)).session).toMatchObject({ ...kept, lastMessage: { id: second } })
  expect((await undo(second)).session).toMatchObject({ ...kept, messageCount: 1 })
})

test('a message that arrived before the undo is unread and stays with the owner', async () => {
  const { session } = await receive(owner, { text: 'How much?' })
  const id = await held(session.id, 'Three')
  const { messageId } = await receive(owner, { text: 'And a shave?' })

  const undone = await undo(id)

  expect(undone.session).toMatchObject({
    handler: 'owner',
    unreadCount: 2,
    attention: ['unread'],
    messageCount: 2,
    run: 'idle',
    lastMessage: { id: messageId },
  })
})

test('a reopened chat stays open after the undo if the contact has written', async () => {
  const { session } = await receive(owner)
  await put(`sessions/${session.id}/close`, {}, 'POST')
  const id = await held(session.id, 'One more thing')
  expect((await receive(owner, { text: 'Yes?' })).session.id).toBe(session.id)

  expect((await undo(id)).session).toMatchObject({
    status: 'active',
    handler: 'owner',
    unreadCount: 2,
    run: 'idle',
  })
})

test('an undo keeps a close or an opt-out that came after the reply', async () => {
  const { session } = await receive(owner)
  const closed = await held(session.id, 'Bye')
  await put(`sessions/${session.id}/close`, {}, 'POST')
  expect((await undo(closed)).session).toMatchObject({ status: 'closed', handler: 'none' })

  const { session: other } = await receive(owner, { from: '+919800000002' })
  const refused = await held(other.id, 'An offer')
  await receive(owner, { from: '+919800000002', text: 'STOP' })
  expect((await undo(refused)).session).toMatchObject({
    status: 'closed',
    closeReason: 'opted_out',
  })
})
