import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { openShop, runsOf, useAssistant, waitForQuiet } from '../../../../test/assistant-api.ts'
import { newChat, readChat, receive, sendReply } from '../../../../test/chat-api.ts'
import { insertChat, insertMessage } from '../../../../test/chat-rows.ts'
import { countWaiting } from '../../../../test/count-waiting.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { messages } from '../../../platform/database/schema.ts'
import { lockContact } from '../../chats/contacts/contacts.repo.ts'
import { updateMessage } from '../../chats/messages/messages.repo.ts'
import { updateRun } from '../../chats/runs.ts'
import { lockSession, updateSession } from '../../chats/sessions/sessions.repo.ts'

const { api } = useAssistant()

/** The second change of a row in one transaction has the database look at what the row points to. */
const twice = (change: (queries: Queries) => Promise<unknown>) =>
  api.database.transaction(async (queries) => {
    // Whoever is kept out says so, and does not wait for the one that waits for this.
    await queries.execute(sql`set local lock_timeout = '5s'`)
    await change(queries)
    await change(queries)
  })

/** Does something while another transaction has locked a row. */
async function whileHeld<T>(
  lock: (queries: Queries) => Promise<unknown>,
  act: () => Promise<T>,
): Promise<T> {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (queries) => {
    await lock(queries)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  try {
    return await act()
  } finally {
    released.resolve()
    await holder
  }
}

test('a lock on a contact or a chat does not block changes of its rows', async () => {
  const { owner, ownerId } = await openShop(api)
  const { session } = await receive(owner, { text: 'Hello' })
  await waitForQuiet(api, session.id)
  const runId = (await runsOf(api, session.id))[0]?.id ?? ''
  const messageId = (await readChat(owner, session.id)).items.at(-1)?.id ?? ''

  await whileHeld(
    (queries) => lockContact(queries, ownerId, session.contact.id),
    () => twice((queries) => updateSession(queries, session.id, { changes: {}, events: 0 })),
  )
  await whileHeld(
    (queries) => lockSession(queries, ownerId, session.id),
    async () => {
      await twice((queries) => updateRun(queries, runId, { error: 'Seen twice' }))
      await twice((queries) => updateMessage(queries, messageId, { providerId: 'seen.twice' }))
    },
  )

  expect((await runsOf(api, session.id))[0]?.error).toBe('Seen twice')
  expect((await readChat(owner, session.id)).items.at(-1)?.providerId).toBe('seen.twice')
})

test('a reply that waited for a lock is not sent if the account is closed in the meantime', async () => {
  const { owner, session } = await newChat(api)
  const { reply } = await whileHeld(
    (queries) => lockContact(queries, owner.id, session.contact.id),
    async () => {
      const late = sendReply(owner, session.id, 'Too late')
      await vi.waitFor(async () => expect(await countWaiting(api.database.queries)).toBe(1))
      expect((await owner.call('DELETE', '/api/auth/account')).status).toBe(200)
      return { reply: late }
    },
  )

  expectProblem(await reply, 404)
  const rows = await api.database.queries.select({ text: messages.text }).from(messages)
  expect(rows.map(({ text }) => text)).not.toContain('Too late')
})

test('a contact’s chats on two channels are locked in a fixed order, without a deadlock', async () => {
  const owner = await api.newOwner()
  const { queries } = api.database
  // The channels are looked through the other way round.
  const [low = '', high = ''] = [newId('session'), newId('session')].toSorted()
  const common = { ownerId: owner.id, unreadCount: 1 }
  const first = await insertChat(queries, { ...common, id: low, channel: 'simulator' })
  const { contactId } = first
  const second = await insertChat(queries, { ...common, id: high, contactId, channel: 'whatsapp' })
  const messageIds: string[] = []
  for (const chat of [first, second]) {
    messageIds.push(newId('message'))
    await insertMessage(queries, chat, { id: messageIds.at(-1) ?? '', seq: 1 })
  }

  const rename = () =>
    owner.call('PUT', `/api/chats/contacts/${contactId}`, { body: { name: 'A' } })
  const mark = (read: boolean) =>
    owner.call('PUT', '/api/chats/messages/mark-read', { body: { messageIds, read } })
  for (let round = 0; round < 40; round += 1) {
    const answers = await Promise.all([rename(), mark(true), rename(), mark(false)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  }
})
