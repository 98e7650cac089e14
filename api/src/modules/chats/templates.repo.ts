import type { Template } from '@errand/contract/chats/template'
import { and, asc, eq, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { prepareQuery } from '../../platform/database/prepared.ts'
import { templates, users } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { withoutNulls } from './rows.ts'

export type TemplateRow = typeof templates.$inferSelect

/** All templates of an owner; there are a few hundred at most, so there are no pages. */
export function listTemplates(queries: Queries, ownerId: string): Promise<TemplateRow[]> {
  return templatesOf(queries).execute({ ownerId })
}

const templatesOf = prepareQuery((queries) =>
  queries
    .select()
    .from(templates)
    .where(eq(templates.ownerId, sql.placeholder('ownerId')))
    .orderBy(asc(templates.name), asc(templates.language))
    .prepare('templates_of'),
)

/** A template in all its languages. */
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
    ...withoutNulls({ header, footer }),
    updatedAt: updatedAt.toISOString(),
  }
}

/** A template's text with its blanks filled in, the first value into the first blank. */
export function renderTemplate(
  { body, variables }: Pick<Template, 'body' | 'variables'>,
  values: string[],
): string {
  const filled = new Map(variables.map(({ name }, index) => [name, values[index] ?? '']))
  // In one pass, so that braces within a value are not taken for a blank.
  return body.replaceAll(
    /\{\{\s*([\w]+)\s*\}\}/g,
    (blank, name: string) => filled.get(name) ?? blank,
  )
}

const staleMs = 60 * 60 * 1000

/** Queues a refresh of the templates if the last one is an hour old; the stored ones are used meanwhile. */
export async function refreshTemplates(
  database: Database,
  queue: Queue,
  ownerId: string,
): Promise<void> {
  const [row] = await database.queries
    .select({ findings: users.findings })
    .from(users)
    .where(eq(users.id, ownerId))
  const since = Date.now() - Date.parse(row?.findings.templatesAt ?? '1970-01-01')
  if (since < staleMs) return
  await queue.add(database.queries, 'templates.fetch', { ownerId })
}
