import type { FormData } from '@errand/contract/chats/form-data'

import type { formData } from '../database/schema.ts'
import { missingKeys, progressOf, type Progress } from './progress.ts'

/** What a chat has collected, as the database holds it. */
export type FormDataRow = typeof formData.$inferSelect

/** The answers as the contract shows them. */
export function toFormData(row: FormDataRow): FormData {
  const { ownerId: _ownerId, createdAt: _created, fields, completedAt, updatedAt, ...rest } = row
  return {
    ...rest,
    missing: missingKeys(fields, row.values),
    ...(completedAt !== null && { completedAt: completedAt.toISOString() }),
    updatedAt: updatedAt.toISOString(),
  }
}

/** How far a chat is with what it collects; one that collects nothing is never through with it. */
export function toProgress(row: Pick<FormDataRow, 'fields' | 'values'> | null): Progress {
  if (row === null) return { required: 0, answered: 0, complete: false }
  return progressOf(row.fields, row.values)
}
