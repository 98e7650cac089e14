import type { RunStopReason } from '@errand/contract/chats/run'
import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'

import { cancelRuns, type RunRow } from '../../assistant/runs.ts'
import type { Queries } from '../../database/database.ts'
import { messages, remarks } from '../../database/schema.ts'
import type { Happened } from '../publish-chat.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { asLast, type SessionChanges } from '../sessions/sessions.repo.ts'
import { deleteMessages, findLast, messageColumns } from './messages.repo.ts'

/** What a chat without some of its messages has to be changed to, and what there is to tell. */
export interface Removed {
  changes: SessionChanges
  happened: Happened[]
}

/** What the assistant was about to say and to send, as it was. */
export interface Cancelled extends Removed {
  runs: RunRow[]
  unsent: MessageRow[]
}

/** What the assistant was about to say is not said any more: somebody else has the word. */
export async function cancelWaiting(
  queries: Queries,
  session: SessionRow,
  reason: RunStopReason = 'owner',
): Promise<Cancelled> {
  const unsent = await findWaiting(queries, session.id)
  const { changes, happened } = await removeMessages(queries, session, unsent)
  const { runs, happened: stopped } = await cancelRuns(queries, session.id, reason)
  return {
    changes: { ...changes, ...(runs.length > 0 && { run: 'idle' as const }) },
    happened: [...happened, ...stopped],
    runs,
    unsent,
  }
}

/** Removes messages that nobody was sent; nothing of the chat counts or names them any more. */
export async function removeMessages(
  queries: Queries,
  session: SessionRow,
  removed: MessageRow[],
): Promise<Removed> {
  if (removed.length === 0) return { changes: {}, happened: [] }
  const ids = removed.map(({ id }) => id)
  const noted = await queries.$count(remarks, inArray(remarks.messageId, ids))
  await deleteMessages(queries, ids)
  const mark = removed.find(({ id }) => id === session.lastReadMessageId)
  return {
    changes: {
      messageCount: session.messageCount - ids.length,
      lastActivityAt: await findLastActivity(queries, session),
      remarkCount: session.remarkCount - noted,
      ...(ids.some((id) => id === session.lastMessageId) &&
        asLast(await findLast(queries, session.id, { isSaid: true }))),
      ...(mark !== undefined && {
        lastReadMessageId: (await findLast(queries, session.id, { upTo: mark.seq }))?.id ?? null,
      }),
    },
    happened: ids.map((removedId) => ({ type: 'message.updated', removedId })),
  }
}

/** When anybody last wrote; the chat's place in the list. */
async function findLastActivity(
  queries: Queries,
  { id, createdAt, lastActivityAt }: SessionRow,
): Promise<Date> {
  const [row] = await queries
    .select({ at: max(messages.createdAt) })
    .from(messages)
    .where(and(eq(messages.sessionId, id), sql`${messages.type} <> 'event'`))
  const at = row?.at ?? createdAt
  return at < lastActivityAt ? at : lastActivityAt
}

/** What a worker has taken already cannot be called back. */
function findWaiting(queries: Queries, sessionId: string): Promise<MessageRow[]> {
  return queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.status, 'queued'),
        eq(messages.author, 'assistant'),
        sql`${messages.heldUntil} is not null`,
      ),
    )
    .orderBy(asc(messages.seq))
    .for('update')
}
