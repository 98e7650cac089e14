import { exportQuerySchema } from '@errand/contract/chats/export'
import { cleanName, contactName } from '@errand/contract/visible-text'
import { asc, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod/mini'

import { readPreferences } from '../../auth/settings-view.ts'
import type { Queries } from '../../database/database.ts'
import { chatSessions, contacts } from '../../database/schema.ts'
import { describe } from '../../docs/describe.ts'
import { readingOf } from '../../form-data/readable-answer.ts'
import { attachment, toStream } from '../../http/downloads.ts'
import type { OwnerEnv } from '../../http/context.ts'
import { query } from '../../http/json-body.ts'
import { readId } from '../../http/read-id.ts'
import { dayOf } from '../../period/days.ts'
import type { Services } from '../../services.ts'
import { noSuchChat } from '../reply/lock-chat.ts'
import { findSession } from '../sessions/sessions.repo.ts'
import { listFields, readScope, type ExportQuery, type ExportScope } from './export-scope.ts'
import { baseColumns, fieldColumns, formats } from './formats.ts'
import { readChats } from './read-chats.ts'

/** /api/chats/export: chats as a file. */
export function exportRoutes({ database }: Pick<Services, 'database'>) {
  return new Hono<OwnerEnv>().get(
    '/export',
    describe({
      tag: 'Chats',
      summary: 'Export chats as a file',
      description:
        'One chat (`sessionId`, with `from` and `to` those days of it alone), or all chats under the ' +
        'filter of the list. Written as it is read, whatever its size.',
      answers: { 200: z.unknown() },
      files: Object.values(formats).map(({ mimeType }) => mimeType),
      problems: [403, 404, 422],
    }),
    query(exportQuerySchema),
    async (c) => {
      const { ownerId } = c.var
      const wanted = c.req.valid('query')
      const { queries } = database
      if (wanted.sessionId !== undefined) {
        const chat = await findSession(queries, ownerId, readId('session', wanted.sessionId))
        if (chat === undefined) throw noSuchChat()
      }
      const now = new Date()
      const scope = await readScope(queries, ownerId, { query: wanted, now })
      const { name, mimeType, chunks } = await chatsFile(queries, { scope, query: wanted, now })
      return c.body(toStream(chunks), 200, {
        'content-type': mimeType,
        'content-disposition': attachment(name),
      })
    },
  )
}

interface ChatsFile {
  scope: ExportScope
  query: ExportQuery
  now: Date
}

/** The file of an export; nothing of the chats is read before its bytes are taken. */
async function chatsFile(queries: Queries, { scope, query: wanted, now }: ChatsFile) {
  const { business } = await readPreferences(queries, scope.ownerId)
  const { values, format } = wanted
  const { mimeType, write } = formats[format]
  const name = wanted.sessionId === undefined ? 'chats' : await nameOfChat(queries, scope)
  const context = {
    timeZone: scope.timeZone,
    ownerName: cleanName(business.name) || 'You',
    values,
    reading: readingOf(business),
    fields: fieldColumns(await listFields(queries, scope), { values, taken: baseColumns[values] }),
    exportedAt: now,
  }
  return {
    name: `${name}-${dayOf(now, scope.timeZone)}.${format}`,
    mimeType,
    chunks: write(readChats(queries, scope), context),
  }
}

async function nameOfChat(queries: Queries, { chats }: ExportScope): Promise<string> {
  const [contact] = await queries
    .select({ name: contacts.name, phoneNumber: contacts.phoneNumber })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(chats)
    .orderBy(asc(chatSessions.id))
    .limit(1)
  const { name = '', phoneNumber = '' } = contact ?? {}
  return `chat-${contactName({ name, phoneNumber }).toLowerCase().replaceAll(/\s+/g, '-')}`
}
