import { cleanName, contactName } from '@errand/contract/visible-text'
import { asc, eq } from 'drizzle-orm'

import { readPreferences } from '../../auth/read-preferences.ts'
import type { Queries } from '../../database/database.ts'
import { chatSessions, contacts } from '../../database/schema.ts'
import type { ExportFile } from '../../exports/export-file.ts'
import { readingOf } from '../../form-data/readable-answer.ts'
import { dayOf } from '../../period/days.ts'
import { listFields, type ExportQuery, type ExportScope } from './export-scope.ts'
import { baseColumns, fieldColumns, formats } from './formats.ts'
import { readChats, type Piece } from './read-chats.ts'

interface ChatsFile {
  scope: ExportScope
  query: ExportQuery
  now: Date
  /** Told after each message how many there have been. */
  onMessage?: (done: number) => void
}

/** The file of an export; nothing of the chats is read before its bytes are taken. */
export async function chatsFile(
  queries: Queries,
  { scope, query, now, onMessage = () => {} }: ChatsFile,
): Promise<ExportFile> {
  const { business } = await readPreferences(queries, scope.ownerId)
  const { values, format } = query
  const { mimeType, write } = formats[format]
  const name = query.sessionId === undefined ? 'chats' : await nameOfChat(queries, scope)
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
    chunks: write(counted(readChats(queries, scope), onMessage), context),
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

async function* counted(pieces: AsyncIterable<Piece>, onMessage: (done: number) => void) {
  let done = 0
  for await (const piece of pieces) {
    yield piece
    if (piece.type !== 'message') continue
    done += 1
    onMessage(done)
  }
}
