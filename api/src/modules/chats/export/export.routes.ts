import { exportChatsCall } from '@errand/contract/chats/export'
import { cleanName } from '@errand/contract/visible-text'
import { and, asc, eq, gte, lt, ne, sql } from 'drizzle-orm'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import { chatSessions, contacts, formData, messages } from '../../../platform/database/schema.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import { sendFile } from '../../../platform/http/downloads.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { addDays, dayOf, startOfDay } from '../../../platform/period/days.ts'
import { recordActivity } from '../../account/activity/activity.repo.ts'
import { requireRecentSignIn } from '../../account/require-owner.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { displayFormatOf } from '../../answers/readable-answer.ts'
import { shownName } from '../contacts/shown-name.ts'
import { type FilterContext, matchesFilter } from '../sessions/list-sessions.ts'
import { findSession, requireChat } from '../sessions/sessions.repo.ts'
import { columnNames, type ExportedField, fieldColumns, formats } from './formats.ts'
import { type ExportQuery, type ExportScope, readChats } from './read-chats.ts'

interface Dependencies {
  callSlots: CallSlots
  database: Database
}

/** /api/chats/export: chats as a file. */
export function exportRoutes(on: OwnerCalls, { callSlots, database }: Dependencies) {
  const { queries } = database
  on(exportChatsCall, {
    summary: 'Export chats as a file',
    leaves: {
      what: 'messages, answers and notes of chats',
      code: 'sometimes',
      why: 'for all chats; one chat can be read by whoever holds the device',
    },
    description:
      'One chat (`sessionId`, with `from` and `to` those days of it alone), or all chats under the ' +
      'filter of the list, which needs a sign-in of the last ten minutes. Written as it is read, whatever its size.',
    fileTypes: Object.values(formats).map(({ mimeType }) => mimeType),
    before: callSlots.limit('exports'),
  }).answer(async ({ c, ownerId, identity, actor, query: wanted }) => {
    if (wanted.sessionId === undefined) requireRecentSignIn(identity)
    else requireChat(await findSession(queries, ownerId, readId('session', wanted.sessionId)))
    const now = new Date()
    const { business } = await readPreferences(queries, ownerId)
    const { timeZone } = business
    const scope = scopeOf({ ownerId, now, timeZone }, wanted)
    const { values, format } = wanted
    const taken = columnNames(values)
    const name = wanted.sessionId === undefined ? 'chats' : await nameOfChat(queries, scope)
    const count = await queries.$count(chatSessions, scope.chats)
    await recordActivity(queries, { ownerId, kind: 'chats_exported', actor, detail: { count } })
    // Chats are read only while the client takes the bytes.
    const chunks = formats[format].write(readChats(queries, scope), {
      timeZone,
      ownerName: cleanName(business.name) || 'You',
      values,
      reading: displayFormatOf(business),
      fields: fieldColumns(await listFields(queries, scope), { values, taken }),
      exportedAt: now,
    })
    return sendFile(c, {
      name: `${name}-${dayOf(now, timeZone)}.${format}`,
      mimeType: formats[format].mimeType,
      chunks,
    })
  })
}

async function nameOfChat(queries: Queries, { chats }: ExportScope): Promise<string> {
  const [contact] = await queries
    .select({
      name: contacts.name,
      phoneNumber: contacts.phoneNumber,
      username: contacts.username,
    })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(chats)
    .orderBy(asc(chatSessions.id))
    .limit(1)
  const name = contact === undefined ? '' : shownName(contact)
  return `chat-${name.toLowerCase().replaceAll(/\s+/g, '-')}`
}

/** One chat, limited to the requested days, or all chats under the filter of the list. */
function scopeOf(context: FilterContext, wanted: ExportQuery): ExportScope {
  const { sessionId, format: _format, values: _values, include, ...filter } = wanted
  const { ownerId, timeZone } = context
  const isOne = sessionId !== undefined
  const events = include.includes('events') ? undefined : ne(messages.type, 'event')
  return {
    include: new Set(include),
    chats: isOne
      ? and(eq(chatSessions.ownerId, ownerId), eq(chatSessions.id, sessionId))
      : matchesFilter(context, filter),
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

/** The fields that the chats have asked for or answered, in the order of their forms. */
async function listFields(queries: Queries, scope: ExportScope): Promise<ExportedField[]> {
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
