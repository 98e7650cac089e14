import type { exportQuerySchema } from '@errand/contract/chats/export'
import { and, eq, gte, inArray, lt, ne, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { chatSessions, formData, messages } from '../../database/schema.ts'
import { addDays, startOfDay } from '../../period/days.ts'
import { matchesFilter } from '../sessions/session-filter.ts'

export type ExportQuery = z.output<typeof exportQuerySchema>

/** Which chats of an owner a file is about, which of their messages, and what goes with them. */
export interface ExportScope {
  ownerId: string
  chats: SQL | undefined
  messages: SQL | undefined
  include: ReadonlySet<ExportQuery['include'][number]>
  timeZone: string
}

/** One chat, in the days that were asked for; or all that the list shows under its filter. */
export async function readScope(
  queries: Queries,
  ownerId: string,
  { query, now }: { query: ExportQuery; now: Date },
): Promise<ExportScope> {
  const { timeZone } = (await readPreferences(queries, ownerId)).business
  const { sessionId, format: _format, include, ...filter } = query
  const isOne = sessionId !== undefined
  const events = include.includes('events') ? undefined : ne(messages.type, 'event')
  return {
    ownerId,
    timeZone,
    include: new Set(include),
    chats: isOne
      ? and(eq(chatSessions.ownerId, ownerId), eq(chatSessions.id, sessionId))
      : matchesFilter({ ownerId, now, timeZone }, filter),
    messages: isOne ? and(events, within(filter, timeZone)) : events,
  }
}

function within({ from, to }: Pick<ExportQuery, 'from' | 'to'>, timeZone: string) {
  return and(
    from === undefined ? undefined : gte(messages.createdAt, startOfDay(from, timeZone)),
    to === undefined ? undefined : lt(messages.createdAt, startOfDay(addDays(to, 1), timeZone)),
  )
}

const chatIds = (queries: Queries, { chats }: ExportScope) =>
  queries.select({ id: chatSessions.id }).from(chatSessions).where(chats)

/** How many messages there are, counted no further than that. */
export async function countMessages(
  queries: Queries,
  scope: ExportScope,
  atMost: number,
): Promise<number> {
  const found = queries
    .select({ id: messages.id })
    .from(messages)
    .where(and(inArray(messages.sessionId, chatIds(queries, scope)), scope.messages))
    .limit(atMost)
    .as('found')
  const [row] = await queries.select({ total: sql<number>`count(*)::int` }).from(found)
  return row?.total ?? 0
}

/** The keys of all that the chats collected or asked for, in the order of their forms. */
export async function listFieldKeys(queries: Queries, scope: ExportScope): Promise<string[]> {
  if (!scope.include.has('formData')) return []
  const collected = sql`select ${formData.fields} as fields, ${formData.values} as answers
    from ${formData} where ${formData.sessionId} in ${chatIds(queries, scope)}`
  const rows = await queries.select({ key: sql<string>`key` }).from(sql`(
    select key collate "C" as key from (
      select field ->> 'key' as key, (field ->> 'order')::int as place
      from (${collected}) c, jsonb_array_elements(fields) field
      union all
      select key, 1000000 from (${collected}) c, jsonb_object_keys(answers) key
    ) keys group by key order by min(place), key collate "C"
  ) as ordered`)
  return rows.map(({ key }) => key)
}
