import {
  addRemarkCall,
  changeRemarkCall,
  removeRemarkCall,
  type Remark,
} from '@errand/contract/chats/message'
import { and, eq } from 'drizzle-orm'

import type { OwnerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/new-id.ts'
import { remarks, users } from '../../../platform/database/schema.ts'
import { withIdempotencyKey } from '../../../platform/http/idempotency.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { lockOwnMessage } from '../apply-status.ts'
import { commitChatChanges } from '../commit-chat-changes.ts'
import { toRemark } from '../messages/message-view.ts'
import type { RemarkRow } from '../rows.ts'

/** /api/chats: the owner's notes on messages, which are never sent to a contact. */
export function remarksRoutes(on: OwnerCalls, { database }: { database: Database }) {
  on(addRemarkCall, { summary: 'Add a note to a message', leaves: 'nothing' }).answer(
    ({ c, identity, body: input, ...target }) =>
      withIdempotencyKey(c, database, {
        scope: identity.uid,
        input,
        work: async (queries) => {
          const noted = await addRemark(queries, target, input.remark)
          return { status: 201, body: { success: true, ...noted } }
        },
      }),
  )
  on(changeRemarkCall, { summary: 'Change a note', leaves: 'nothing' }).answer(
    async ({ body: { remark }, ...target }) => {
      const noted = await database.transaction((queries) => changeRemark(queries, target, remark))
      return { success: true, ...noted }
    },
  )
  on(removeRemarkCall, { summary: 'Remove a note', leaves: 'nothing' }).answer(async (target) => {
    const removed = await database.transaction((queries) => removeRemark(queries, target))
    return { success: true, remarkCount: removed.remarkCount }
  })
}

interface RemarkResult {
  remark: Remark
  /** How many notes the message has now. */
  remarkCount: number
}

/** Adds a note to a message; the contact never sees it. */
async function addRemark(
  queries: Queries,
  { ownerId, id: messageId }: { ownerId: string; id: string },
  text: string,
): Promise<RemarkResult> {
  const place = await lockOwnMessage(queries, { ownerId, id: messageId })
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
  return publishRemark(queries, place, { row, difference: 1 })
}

/** Changes the text of a note. */
async function changeRemark(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
  text: string,
): Promise<RemarkResult> {
  const { messageId } = await findRemark(queries, ownerId, id)
  const place = await lockOwnMessage(queries, { ownerId, id: messageId })
  const [row] = await queries
    .update(remarks)
    .set({ text, editedAt: new Date() })
    .where(eq(remarks.id, id))
    .returning()
  return publishRemark(queries, place, { row, difference: 0 })
}

/** Deletes a note. */
async function removeRemark(
  queries: Queries,
  { ownerId, id }: { ownerId: string; id: string },
): Promise<RemarkResult> {
  const { messageId } = await findRemark(queries, ownerId, id)
  const place = await lockOwnMessage(queries, { ownerId, id: messageId })
  const [row] = await queries.delete(remarks).where(eq(remarks.id, id)).returning()
  return publishRemark(queries, place, { row, difference: -1 })
}

async function findRemark(queries: Queries, ownerId: string, id: string): Promise<RemarkRow> {
  const [row] = await queries
    .select()
    .from(remarks)
    .where(and(eq(remarks.id, id), eq(remarks.ownerId, ownerId)))
  if (row === undefined) throw noSuchRemark()
  return row
}

const noSuchRemark = () => new Problem('not_found', { detail: 'There is no such note.' })

type LockedMessage = Awaited<ReturnType<typeof lockOwnMessage>>

async function publishRemark(
  queries: Queries,
  { session, message }: LockedMessage,
  { row, difference }: { row: RemarkRow | undefined; difference: number },
): Promise<RemarkResult> {
  // Another request deleted it while this one waited for the lock.
  if (row === undefined) throw noSuchRemark()
  await commitChatChanges(queries, {
    session,
    changes: { remarkCount: session.remarkCount + difference },
    events: [{ type: 'message.updated', message }, { type: 'session.updated' }],
  })
  const remarkCount = await queries.$count(remarks, eq(remarks.messageId, message.id))
  return { remark: toRemark(row), remarkCount }
}
