import type { Remark } from '@errand/contract/chats/remark'
import { and, count, eq } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { newId } from '../../database/new-id.ts'
import { remarks, users } from '../../database/schema.ts'
import { Problem } from '../../http/problem.ts'
import { lockForStatus } from '../apply-status.ts'
import { toRemark } from '../messages/message-view.ts'
import { findMessage, noSuchMessage } from '../messages/messages.repo.ts'
import { publishChat } from '../publish-chat.ts'
import type { MessageRow, RemarkRow, SessionRow } from '../rows.ts'

interface Noted {
  remark: Remark
  /** How many the message has now. */
  remarkCount: number
}

/** Notes something on a message; the contact never sees it. */
export async function addRemark(
  queries: Queries,
  { ownerId, messageId }: { ownerId: string; messageId: string },
  text: string,
): Promise<Noted> {
  const place = await lockPlace(queries, ownerId, messageId)
  const [author] = await queries
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, ownerId))
  const [row] = await queries
    .insert(remarks)
    .values({
      id: newId('remark'),
      ownerId,
      sessionId: place.session.id,
      messageId,
      text,
      authorName: author?.name ?? '',
      createdAt: new Date(),
    })
    .returning()
  return tell(queries, place, { row, difference: 1 })
}

/** Puts other words in the place of a remark. */
export async function changeRemark(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  text: string,
): Promise<Noted> {
  const { messageId } = await findRemark(queries, ownerId, id)
  const place = await lockPlace(queries, ownerId, messageId)
  const [row] = await queries
    .update(remarks)
    .set({ text, editedAt: new Date() })
    .where(eq(remarks.id, id))
    .returning()
  return tell(queries, place, { row, difference: 0 })
}

/** Removes a remark for good. */
export async function removeRemark(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<Noted> {
  const { messageId } = await findRemark(queries, ownerId, id)
  const place = await lockPlace(queries, ownerId, messageId)
  const [row] = await queries.delete(remarks).where(eq(remarks.id, id)).returning()
  return tell(queries, place, { row, difference: -1 })
}

async function findRemark(queries: Queries, ownerId: string, id: string): Promise<RemarkRow> {
  const [row] = await queries
    .select()
    .from(remarks)
    .where(and(eq(remarks.id, id), eq(remarks.ownerId, ownerId)))
  if (row === undefined) throw noSuchRemark()
  return row
}

const noSuchRemark = () => new Problem('not_found', { detail: 'There is no such remark.' })

interface Place {
  session: SessionRow
  message: MessageRow
}

async function lockPlace(queries: Queries, ownerId: string, messageId: string): Promise<Place> {
  const message = await findMessage(queries, ownerId, messageId)
  const place = message === undefined ? undefined : await lockForStatus(queries, message)
  if (place === undefined) throw noSuchMessage()
  return place
}

async function tell(
  queries: Queries,
  { session, message }: Place,
  { row, difference }: { row: RemarkRow | undefined; difference: number },
): Promise<Noted> {
  // Somebody else removed it while we waited.
  if (row === undefined) throw noSuchRemark()
  const [counted] = await queries
    .select({ total: count() })
    .from(remarks)
    .where(eq(remarks.messageId, message.id))
  await publishChat(queries, {
    sessionId: session.id,
    ownerId: session.ownerId,
    changes: { remarkCount: session.remarkCount + difference },
    happened: [{ type: 'message.updated', message }, { type: 'session.updated' }],
  })
  return { remark: toRemark(row), remarkCount: counted?.total ?? 0 }
}
