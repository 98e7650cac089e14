import { templateStatuses, type Template } from '@errand/contract/chats/template'
import { and, eq, notInArray, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { templates, users } from '../../platform/database/schema.ts'
import type { TaskHandlers } from '../../platform/queue/queue.ts'
import { readPreferences } from '../account/settings-view.ts'
import { channelOf } from '../chats/channel-health.ts'
import { isTemporary } from './error-rules.ts'
import { GraphError, listTemplates, type GraphAccess, type GraphTemplate } from './graph.ts'
import { findAccess, type Accounts } from './whatsapp-channel.ts'

type NewTemplate = typeof templates.$inferInsert

/** Stores the provider's list of an owner's templates. */
export function createFetchTemplates(
  database: Database,
  accounts: Accounts,
): TaskHandlers['templates.fetch'] {
  return async ({ ownerId }) => {
    const { whatsapp } = await readPreferences(database.queries, ownerId)
    const channel = channelOf(whatsapp.provider)
    const access = await findAccess(database.queries, accounts, { ownerId, channel })
    if (access === undefined || access.wabaId === '') return
    const list = await listTemplates(access).catch((error: unknown) => {
      // A disconnected account is noticed when messages are sent; here it only means that there is no news.
      if (error instanceof GraphError && !isTemporary(error.code)) return undefined
      throw error
    })
    if (list === undefined) return
    await database.transaction((queries) => replaceTemplates(queries, ownerId, list))
  }
}

/** Stores the provider's list of the templates of an account that was just connected. */
export async function fetchTemplates(
  database: Database,
  access: GraphAccess,
  ownerId: string,
): Promise<void> {
  const list = await listTemplates(access)
  await database.transaction((queries) => replaceTemplates(queries, ownerId, list))
}

async function replaceTemplates(
  queries: Queries,
  ownerId: string,
  list: GraphTemplate[],
): Promise<void> {
  const updatedAt = new Date()
  const rows = list.flatMap((one) => toRow(one, { ownerId, updatedAt }) ?? [])
  const keys = rows.map(({ name, language }) => `${name} ${language}`)
  const key = sql`${templates.name} || ' ' || ${templates.language}`
  await queries
    .delete(templates)
    .where(and(eq(templates.ownerId, ownerId), keys.length > 0 ? notInArray(key, keys) : undefined))
  // One by one, because another worker or a webhook may change templates meanwhile.
  for (const row of rows) {
    const { ownerId: _owner, name: _name, language: _language, ...rest } = row
    await queries
      .insert(templates)
      .values(row)
      .onConflictDoUpdate({
        target: [templates.ownerId, templates.name, templates.language],
        set: rest,
      })
  }
  const at = JSON.stringify({ templatesAt: updatedAt.toISOString() })
  await queries
    .update(users)
    .set({ findings: sql`${users.findings} || ${at}::jsonb` })
    .where(eq(users.id, ownerId))
}

const statuses = new Set<string>(templateStatuses)
const categories = new Set(['UTILITY', 'MARKETING', 'AUTHENTICATION'])

/** A template as a row; undefined for one without text, such as a catalogue. */
function toRow(
  { name, language, status, category, components, parameter_format: format }: GraphTemplate,
  basics: Pick<NewTemplate, 'ownerId' | 'updatedAt'>,
): NewTemplate | undefined {
  const of = (type: string) => components.find((one) => one.type.toUpperCase() === type)
  const body = of('BODY')
  if (body?.text === undefined || !categories.has(category)) return undefined
  const header = of('HEADER')
  const parameterFormat = format === 'NAMED' ? 'NAMED' : 'POSITIONAL'
  return {
    ...basics,
    name,
    language,
    category: category as Template['category'],
    status: (statuses.has(status) ? status : statusOf(status)) as Template['status'],
    body: body.text,
    header: header?.format === 'TEXT' || header?.format === undefined ? header?.text : undefined,
    footer: of('FOOTER')?.text,
    buttons: (of('BUTTONS')?.buttons ?? []).map(({ type, text, url }) => ({
      type,
      text,
      ...(url !== undefined && { url }),
    })),
    variables: variablesOf(body.text, body.example),
    parameterFormat,
  }
}

/** Maps the provider's further statuses to ours. */
function statusOf(status: string): Template['status'] {
  if (status === 'IN_APPEAL' || status === 'PENDING_DELETION') return 'PENDING'
  return 'DISABLED'
}

/** The blanks of a template in their order, each once, with its example. */
function variablesOf(body: string, example: unknown): Template['variables'] {
  const names = new Set([...body.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = '']) => name))
  const { body_text: rows = [], body_text_named_params: named = [] } = (example ?? {}) as {
    body_text?: string[][]
    body_text_named_params?: { param_name: string; example: string }[]
  }
  return [...names].map((name, index) => {
    const given = named.find(({ param_name: param }) => param === name)?.example
    return { name, example: given ?? rows[0]?.[index] ?? '' }
  })
}
