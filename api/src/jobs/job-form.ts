import { eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { forms, jobs } from '../database/schema.ts'

type Row = typeof jobs.$inferSelect
export type FormRow = typeof forms.$inferSelect

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
      fields,
      createdAt,
      updatedAt,
    })
    .returning()
  if (form === undefined) throw new Error(`The form of ${job.id} was not stored`)
  return form
}

/** Lets the form follow its job. */
export async function followJob(queries: Queries, job: Row): Promise<FormRow> {
  const { name, fields, updatedAt } = job
  const status = job.status === 'archived' ? 'inactive' : 'draft'
  const [form] = await queries
    .update(forms)
    .set({ name, fields, updatedAt, status })
    .where(eq(forms.jobId, job.id))
    .returning()
  if (form === undefined) throw new Error(`The job ${job.id} has no form`)
  return form
}
