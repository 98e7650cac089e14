import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'

import {
  openShop,
  runsOf,
  startAnswering,
  talkingProvider,
  waitForQuiet,
} from '../../../test/assistant-api.ts'
import { receive, readChat } from '../../../test/chat-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { updateRun } from '../../assistant/runs.repo.ts'
import type { Queries } from '../../database/database.ts'
import { lockContact } from '../contacts/contacts.repo.ts'
import { updateMessage } from '../messages/messages.repo.ts'
import { lockSession, updateSession } from '../sessions/sessions.repo.ts'

const api = useTestApi()
beforeAll(() => startAnswering(api, talkingProvider()))

/** The second change of a row in one transaction has the database look at what the row points to. */
const twice = (change: (queries: Queries) => Promise<unknown>) =>
  api.database.transaction(async (queries) => {
    // Whoever is kept out says so, and does not wait for the one that waits for this.
    await queries.execute(sql`set local lock_timeout = '5s'`)
    await change(queries)
    await change(queries)
  })

/** Does something while another transaction has locked a row. */
async function whileHeld(lock: (queries: Queries) => Promise<unknown>, act: () => Promise<void>) {
  const locked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (queries) => {
    await lock(queries)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  try {
    await act()
  } finally {
    released.resolve()
    await holder
  }
}

test('whoever holds a contact or a chat keeps nobody from changing what belongs to it', async () => {
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
