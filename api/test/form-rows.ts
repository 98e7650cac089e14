import type { JobField } from '@errand/contract/job-field'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import { putAnswers, startFormData } from '../src/modules/answers/form-data.service.ts'
import { findLiveVersion } from '../src/modules/jobs/job-versions.ts'
import type { Queries } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { formData } from '../src/platform/database/schema.ts'
import { insertChat } from './chat-rows.ts'
import type { Owner, useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

const fields = [
  { key: 'name', label: 'Name', order: 1, type: 'text', required: true },
  { key: 'tags', label: 'Tags', order: 0, type: 'text', required: false },
]
let jobs = 0

/** A job that asks for two texts, with its form. */
export async function newForm(owner: Owner, name = 'Salon', more: object = {}) {
  jobs += 1
  const trigger = { type: 'keyword', keywords: [`word ${jobs}`] }
  const body = { name, instructions: 'Ask.', fields, trigger, status: 'active', ...more }
  const created = await owner.call('POST', '/api/jobs', { body })
  expect(created.status).toBe(201)
  return created.body.job as { id: string; formId: string }
}

/** Has chats answer a form of that api; their answers are of that time. */
export const answering =
  (api: TestApi) => async (owner: Owner, jobId: string, answers: object, at?: string) => {
    const { id: ownerId } = owner
    return api.database.transaction(async (queries) => {
      const version = await findLiveVersion(queries, jobId)
      if (version === undefined) throw new Error('The job is not published')
      const chat = await insertChat(queries, { ownerId, jobId, formId: version.formId })
      await startFormData(queries, chat, version)
      const put = {
        ownerId,
        sessionId: chat.id,
        answers: { ...answers },
        source: 'contact' as const,
      }
      const { formData: stored } = await putAnswers(queries, put)
      if (at !== undefined) {
        const updatedAt = new Date(at)
        await queries.update(formData).set({ updatedAt }).where(eq(formData.id, stored.id))
      }
      return { chat, responseId: stored.id }
    })
  }

/** The complete answers of a chat, as the database holds them. */
export async function insertComplete(
  queries: Queries,
  chat: { id: string; ownerId: string },
  more: Pick<typeof formData.$inferInsert, 'formId'> & Partial<typeof formData.$inferInsert>,
): Promise<void> {
  const at = more.completedAt ?? new Date()
  await queries.insert(formData).values({
    id: newId('response'),
    ownerId: chat.ownerId,
    sessionId: chat.id,
    formVersion: 1,
    fields: [],
    status: 'complete',
    completedAt: at,
    createdAt: at,
    updatedAt: at,
    ...more,
  })
}

interface Answers {
  job?: string
  fields: (Pick<JobField, 'key' | 'label'> & Partial<JobField>)[]
  values: Record<string, unknown>
}

/** Answers in a chat, as the database holds them, to the form of a new job. */
export async function insertAnswers(
  queries: Queries,
  owner: Owner,
  chat: { id: string; ownerId: string },
  { job = 'Bookings', fields: asked, values }: Answers,
): Promise<void> {
  const { body } = await owner.call('POST', '/api/jobs', { body: { name: job } })
  const field = { type: 'text', required: true, sensitive: false } as const
  await queries.insert(formData).values({
    id: newId('response'),
    ownerId: chat.ownerId,
    sessionId: chat.id,
    formId: body.job.formId,
    formVersion: 1,
    status: 'partial',
    fields: asked.map((one, order) => ({ ...field, order, ...one })),
    values,
    createdAt: new Date(),
    updatedAt: new Date(),
  })
}
