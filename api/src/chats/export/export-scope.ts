import type { exportQuerySchema } from '@errand/contract/chats/export'
import { and, eq, gte, lt, ne, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'

import { readPreferences } from '../../auth/settings-view.ts'
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
  const { sessionId, format: _format, values: _values, include, ...filter } = query
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

/** A field of a form that some chat of an export asked or collected, with its latest label. */
export interface ExportedField {
  formId: string
  key: string
  label: string | null
}

/** The fields of all that the chats collected or asked for, in the order of their forms. */
export async function listFields(queries: Queries, scope: ExportScope): Promise<ExportedField[]> {
  if (!scope.include.has('formData')) return []
  const collected = sql`select ${formData.formId} as form_id, ${formData.updatedAt} as at,
    ${formData.fields} as fields, ${formData.values} as answers
    from ${formData} where ${formData.sessionId} in ${chatIds(queries, scope)}`
  const columns = {
    formId: sql<string>`form_id`,
    key: sql<string>`key`,
    label: sql<string | null>`label`,
  }
  return queries.select(columns).from(sql`(
    select form_id, key collate "C" as key,
      (array_agg(label order by at desc) filter (where label is not null))[1] as label from (
      select form_id, at, field ->> 'key' as key, field ->> 'label' as label,
        (field ->> 'order')::int as place
      from (${collected}) c, jsonb_array_elements(fields) field
      union all
      select form_id, at, key, null, 1000000
      from (${collected}) c, jsonb_object_keys(answers) key
    ) named group by form_id, key order by min(place), key collate "C", form_id
  ) as ordered`)
}
