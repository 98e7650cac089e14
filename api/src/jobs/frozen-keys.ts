import type { JobField } from '@errand/contract/job-field'
import { and, eq, exists, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { formData } from '../database/schema.ts'
import { Problem } from '../http/problem.ts'

/**
 * Refuses another key for a field that somebody has answered: the answers stand under the old one,
 * and would be those of no field. Removing the field is allowed, and adding one.
 */
export async function refuseRenaming(
  queries: Queries,
  formId: string,
  { before, after }: { before: JobField[]; after: JobField[] },
): Promise<void> {
  const keys = new Map(before.map(({ id, key }) => [id, key]))
  const errors = []
  for (const [index, { id, key }] of after.entries()) {
    const known = id === undefined ? undefined : keys.get(id)
    if (known === undefined || known === key || !(await isAnswered(queries, formId, known)))
      continue
    errors.push({
      pointer: `#/fields/${index}/key`,
      code: 'frozen',
      detail: `Chats have answered ${known}. Add another field instead.`,
      params: { key: known },
    })
  }
  if (errors.length > 0) throw new Problem('validation_failed', { errors })
}

async function isAnswered(queries: Queries, formId: string, key: string): Promise<boolean> {
  const answers = queries
    .select({ id: formData.id })
    .from(formData)
    .where(and(eq(formData.formId, formId), sql`jsonb_exists(${formData.values}, ${key}::text)`))
  const [row] = await queries
    .select({ isThere: sql<boolean>`${exists(answers)}` })
    .from(sql`(values (1)) as one`)
  return row?.isThere ?? false
}
