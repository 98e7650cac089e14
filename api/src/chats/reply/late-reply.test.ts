import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { receive, sendReply } from '../../../test/chat-api.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { countWaiting } from '../../../test/count-waiting.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { contacts, messages } from '../../database/schema.ts'

const api = useTestApi()

test('a reply that waited for its chat is not sent when the account was closed meanwhile', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner)
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holder = api.database.transaction(async (queries) => {
    const isIts = eq(contacts.id, session.contact.id)
    await queries.select().from(contacts).where(isIts).for('update')
    locked.resolve()
    await release.promise
  })
  await locked.promise

  const reply = sendReply(owner, session.id, 'Too late')
  await vi.waitFor(async () => expect(await countWaiting(api.database.queries)).toBe(1))
  expect((await owner.call('DELETE', '/api/auth/account')).status).toBe(200)
  release.resolve()
  await holder

  expectProblem(await reply, 404)
  const rows = await api.database.queries.select({ text: messages.text }).from(messages)
  expect(rows.map(({ text }) => text)).not.toContain('Too late')
})
