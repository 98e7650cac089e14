import { templateStatuses, type Template } from '@errand/contract/chats/template'
import { and, eq, notInArray, sql } from 'drizzle-orm'

import { readPreferences } from '../account/settings-view.ts'
import { channelOf } from '../chats/channel-health.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { templates, users } from '../../platform/database/schema.ts'
import type { TaskHandlers } from '../../platform/queue/queue.ts'
import { isTemporary } from './error-rules.ts'
import { GraphError, listTemplates, type GraphTemplate } from './graph.ts'
import { findAccess, type Accounts } from './whatsapp-channel.ts'

type NewTemplate = typeof templates.$inferInsert

/** Keeps the provider's list of an owner's templates as our own. */
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
      // A lost account is found out by what is sent; here it only means that nothing is new.
      if (error instanceof GraphError && !isTemporary(error.code)) return undefined
      throw error
    })
    if (list === undefined) return
    await database.transaction((queries) => replaceTemplates(queries, ownerId, list))
  }
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
  // Not all anew: another worker may store its list, and a change of one may be told, meanwhile.
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

/** Nothing for one that has no words, such as a catalogue. */
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

/** The provider has more words for it than matter here. */
function statusOf(status: string): Template['status'] {
  if (status === 'IN_APPEAL' || status === 'PENDING_DELETION') return 'PENDING'
  return 'DISABLED'
}

/** The blanks in their order, each once, with the example that was given for it. */
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
