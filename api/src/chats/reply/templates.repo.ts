import type { Template } from '@errand/contract/chats/template'
import { and, asc, eq, sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { templates } from '../../database/schema.ts'

export type TemplateRow = typeof templates.$inferSelect

/** Everything an owner has at the provider: a few hundred at most, so there are no pages. */
export function listTemplates(queries: Queries, ownerId: string): Promise<TemplateRow[]> {
  return templatesOf(queries).execute({ ownerId })
}

const templatesOf = prepared((queries) =>
  queries
    .select()
    .from(templates)
    .where(eq(templates.ownerId, sql.placeholder('ownerId')))
    .orderBy(asc(templates.name), asc(templates.language))
    .prepare('templates_of'),
)

/** The languages of a template. */
export function findTemplates(
  queries: Queries,
  ownerId: string,
  name: string,
): Promise<TemplateRow[]> {
  return queries
    .select()
    .from(templates)
    .where(and(eq(templates.ownerId, ownerId), eq(templates.name, name)))
    .orderBy(asc(templates.language))
}

export async function listApproved(queries: Queries, ownerId: string): Promise<TemplateRow[]> {
  const all = await listTemplates(queries, ownerId)
  return all.filter(({ status }) => status === 'APPROVED')
}

export function toTemplate(row: TemplateRow): Template {
  const { ownerId: _ownerId, header, footer, updatedAt, ...template } = row
  return {
    ...template,
    ...(header !== null && { header }),
    ...(footer !== null && { footer }),
    updatedAt: updatedAt.toISOString(),
  }
}
