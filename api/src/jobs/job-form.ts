import { isDeepStrictEqual } from 'node:util'

import { searchTextOf } from '@errand/contract/search-text'
import { eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { forms, jobs } from '../database/schema.ts'

type Row = typeof jobs.$inferSelect
type FormRow = typeof forms.$inferSelect

/** Gives a new job the form that it keeps. */
export async function insertForm(queries: Queries, job: Row): Promise<FormRow> {
  const { ownerId, name, fields, createdAt, updatedAt } = job
  const [form] = await queries
    .insert(forms)
    .values({
      id: newId('form'),
      jobId: job.id,
      status: 'draft',
      ownerId,
      name,
      searchText: searchTextOf(name),
      fields,
      createdAt,
      updatedAt,
    })
    .returning()
  if (form === undefined) throw new Error(`The form of ${job.id} was not stored`)
  return form
}

/**
 * Lets the form follow its job: a draft's form shows the draft, a published one shows what chats
 * collect, and gets a new version when that changes. `live` are the published fields.
 */
export async function followJob(
  queries: Queries,
  job: Row,
  live: Row['fields'] | undefined,
): Promise<FormRow> {
  const [form] = await queries.select().from(forms).where(eq(forms.jobId, job.id))
  if (form === undefined) throw new Error(`The job ${job.id} has no form`)
  const fields = live ?? job.fields
  const isNew = form.status === 'published' && !isDeepStrictEqual(fields, form.fields)
  const changes = {
    name: job.name,
    searchText: searchTextOf(job.name),
    fields,
    status: statusOf(job, live !== undefined),
    version: isNew ? form.version + 1 : form.version,
    updatedAt: job.updatedAt,
  }
  await queries.update(forms).set(changes).where(eq(forms.id, form.id))
  return { ...form, ...changes }
}

function statusOf(job: Row, isPublished: boolean): FormRow['status'] {
  if (job.status === 'archived') return 'inactive'
  return isPublished ? 'published' : 'draft'
}
