import { eq, sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'

import { rulesProvider } from '../src/modules/ai/rules/rules-provider.ts'
import { appendMessage } from '../src/modules/chats/messages/messages.repo.ts'
import { createSendMessage, createSendReceipt } from '../src/modules/whatsapp/send-message.ts'
import { createApplyWebhooks } from '../src/modules/whatsapp/webhooks/apply-webhooks.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { chatSessions, events } from '../src/platform/database/schema.ts'
import type { Person, useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

interface Incoming {
  from?: string
  name?: string
  text?: string
  [member: string]: unknown
}

/** What somebody writes on the phone that is not there; answers the chat and the message's id. */
export async function receive(owner: Person, incoming: Incoming = {}) {
  const body = { from: '+919800000001', name: 'Ravi', text: 'Hello', ...incoming }
  const answer = await owner.call('POST', '/api/dev/simulate/inbound', { body })
  expect(answer.status).toBe(201)
  return answer.body
}

/** A chat of a new owner's in which somebody has written that. */
export async function newChat(api: TestApi, incoming: Incoming = {}) {
  const owner = await api.newOwner()
  return { owner, ...(await receive(owner, incoming)) }
}

/** One chat with each of these people; the number follows from the place in the list. */
export async function receiveFrom(owner: Person, people: Record<string, object>) {
  const ids: Record<string, string> = {}
  for (const [index, [name, more]] of Object.entries(people).entries()) {
    const from = `+9198000000${String(index).padStart(2, '0')}`
    ids[name] = (await receive(owner, { from, name, ...more })).session.id
  }
  return ids
}

/** Free text as the owner sends it. */
export const words = (text: string, more: object = {}) => ({
  templateName: 'text_message',
  languageCode: 'en',
  components: [{ type: 'BODY', text }],
  message: text,
  undoSeconds: 0,
  ...more,
})

/** An owner's answer in a chat. */
export async function sendReply(owner: Person, sessionId: string, text: string, more: object = {}) {
  const body = words(text, more)
  return owner.call('POST', `/api/chats/sessions/${sessionId}/reply`, { body })
}

/** A message that the assistant has ready and nobody has sent yet; answers its id. */
export async function aboutToSay(
  { database }: TestApi,
  ownerId: string,
  sessionId: string,
): Promise<string> {
  const id = newId('message')
  const now = new Date()
  const waiting = { id, ownerId, sessionId, direction: 'out', author: 'assistant' } as const
  const text = { type: 'text', text: 'Hold on', status: 'queued', statusAt: {} } as const
  await database.transaction(async (queries) => {
    await appendMessage(queries, {
      ...waiting,
      ...text,
      heldUntil: now,
      attempts: 1,
      createdAt: now,
    })
    await queries
      .update(chatSessions)
      .set({ messageCount: sql`${chatSessions.messageCount} + 1` })
      .where(eq(chatSessions.id, sessionId))
  })
  return id
}

/** Everything that an owner's pages were told, in its order. */
export const eventsOf = ({ database }: TestApi, ownerId: string) =>
  database.queries.select().from(events).where(eq(events.ownerId, ownerId)).orderBy(events.seq)

/** A worker that sends over the simulator and hears what becomes of it, as in the server. */
export async function startSending(api: TestApi): Promise<void> {
  const { database, queue, meter, channels, logger: log } = api
  await queue.work({
    'message.send': createSendMessage({ database, queue, meter, channels }),
    'webhook.apply': createApplyWebhooks({ ai: rulesProvider, database, queue, meter, log }),
    'receipt.send': createSendReceipt({ database, channels }, log),
  })
}

/** The chat and the newest page of its messages. */
export async function readChat(owner: Person, sessionId: string, query = '') {
  const { status, body } = await owner.call(
    'GET',
    `/api/chats/sessions/${sessionId}/messages${query}`,
  )
  expect(status).toBe(200)
  return body
}

/** Waits until a message stands where it should. */
export function waitForStatus(owner: Person, sessionId: string, id: string, status: string) {
  return vi.waitFor(
    async () => {
      const { items } = await readChat(owner, sessionId)
      const message = items.find((item: { id: string }) => item.id === id)
      expect(message?.status).toBe(status)
      return message
    },
    { interval: 50 },
  )
}
