import { formDataSchema } from '@errand/contract/chats/form-data'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { insertChat } from '../../../test/chat-rows.ts'
import { type Owner, useTestApi } from '../../../test/test-api.ts'
import { formData, users } from '../../platform/database/schema.ts'
import { chooseJob } from '../jobs/job-versions.ts'
import { toFormData } from './form-data-view.ts'
import { putAnswers, startFormData } from './form-data.service.ts'

const api = useTestApi()

const fields = [
  { key: 'name', label: 'Name', order: 0, type: 'text', required: true },
  { key: 'when', label: 'When', order: 1, type: 'datetime', required: true },
  { key: 'phone', label: 'Phone', order: 2, type: 'phone', required: false },
]
const salon = { name: 'Salon', instructions: 'Take bookings.', fields, status: 'active' }

async function newChat(owner: Owner) {
  await owner.call('POST', '/api/jobs', { body: salon })
  const { id: ownerId } = owner
  return api.database.transaction(async (queries) => {
    const version = await chooseJob(queries, ownerId, 'hello')
    if (version === undefined) throw new Error('No job for everybody')
    const { jobId, formId, number: jobVersion } = version
    const chat = await insertChat(queries, { ownerId, jobId, formId, jobVersion })
    await startFormData(queries, chat, version)
    return { ownerId, sessionId: chat.id }
  })
}

async function readFormData(sessionId: string) {
  const isOfChat = eq(formData.sessionId, sessionId)
  const [row] = await api.database.queries.select().from(formData).where(isOfChat)
  return row && toFormData(row)
}

type Put = Omit<Parameters<typeof putAnswers>[1], 'ownerId' | 'sessionId'>
const put = (chat: { ownerId: string; sessionId: string }, more: Put) =>
  api.database.transaction((queries) => putAnswers(queries, { ...chat, ...more }))

test('a chat begins with nothing and keeps what it is told, in the place of its owner', async () => {
  const owner = await api.newOwner()
  const chat = await newChat(owner)
  const begun = await readFormData(chat.sessionId)
  expect(begun).toMatchObject({
    status: 'empty',
    version: 1,
    missing: ['name', 'when'],
    formVersion: 1,
  })
  expect(begun?.id).toMatch(/^rsp_/)

  await api.database.queries
    .update(users)
    .set({ preferences: { business: { timeZone: 'America/New_York', locale: 'en-US' } } })
    .where(eq(users.id, chat.ownerId))
  const { formData: some } = await put(chat, {
    source: 'assistant',
    answers: { name: 'Neha', when: '2026-11-22T17:00', phone: '(213) 373-4253' },
    origins: { name: { evidence: 'I am Neha', confidence: 0.9 } },
  })

  expect(some).toMatchObject({
    status: 'complete',
    version: 2,
    values: { name: 'Neha', when: '2026-11-22T17:00:00-05:00', phone: '+12133734253' },
    meta: { name: { evidence: 'I am Neha', confidence: 0.9, source: 'assistant' } },
    missing: [],
    completedAt: expect.any(String),
  })
  expect(formDataSchema.parse(some)).toEqual(some)
  expect(await readFormData(chat.sessionId)).toEqual(some)
})

test('answers of a chat that has no job are not taken', async () => {
  const chat = await newChat(await api.newOwner())
  const bare = await insertChat(api.database.queries, { ownerId: chat.ownerId })
  const { ownerId } = chat
  const refused = put({ ownerId, sessionId: bare.id }, { source: 'owner', answers: { name: 'N' } })
  await expect(refused).rejects.toMatchObject({ code: 'conflict' })
})

test('answers that come together are all kept', async () => {
  const chat = await newChat(await api.newOwner())

  await Promise.all([
    put(chat, { source: 'contact', answers: { name: 'Neha' } }),
    put(chat, { source: 'assistant', answers: { when: '2026-11-22T17:00' } }),
    put(chat, { source: 'owner', answers: { phone: '9876543210' } }),
  ])

  expect(await readFormData(chat.sessionId)).toMatchObject({
    status: 'complete',
    version: 4,
    values: { name: 'Neha', when: '2026-11-22T17:00:00+05:30', phone: '+919876543210' },
  })
})
