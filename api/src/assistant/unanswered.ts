import { and, asc, between, desc, eq, gt, isNull, ne, notInArray } from 'drizzle-orm'

import { messageColumns } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import { messages } from '../database/schema.ts'
import { onlyAnswers } from './reaction-answers.ts'
import { answeredUpTo, type RunRow } from './runs.repo.ts'

/** More than these, the latest, nobody answers at once. */
export const mostMessages = 50

/**
 * What the contact wrote since anybody answered, oldest first. A reply of the assistant that was
 * held back, and words of the product itself, are no answer.
 */
export async function listUnanswered(queries: Queries, sessionId: string): Promise<MessageRow[]> {
  const answered = await answeredUpTo(queries, sessionId)
  const isLater = and(eq(messages.sessionId, sessionId), gt(messages.seq, answered))
  const [owner] = await queries
    .select({ seq: messages.seq })
    .from(messages)
    // What cannot be read may be no answer.
    .where(and(isLater, eq(messages.author, 'owner'), ne(messages.type, 'unsupported')))
    .orderBy(desc(messages.seq))
    .limit(1)
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        gt(messages.seq, owner?.seq ?? answered),
        eq(messages.direction, 'in'),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(mostMessages)
  return rows.toReversed()
}

/** The last that the contact said, answered or not; a reaction is no saying. */
export async function findLastSaid(
  queries: Queries,
  sessionId: string,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
        notInArray(messages.type, ['reaction', 'unsupported']),
        isNull(messages.deletedAt),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return row?.id
}

interface ToAnswer {
  /** Oldest first. */
  inbound: MessageRow[]
  /** They were answered before: a file of theirs has come later, or they say something else now. */
  isLate: boolean
}

/** What a run is to answer: all that nobody has answered, or else what it was begun for. */
export async function listToAnswer(
  queries: Queries,
  { sessionId, seqFrom, seqTo }: Pick<RunRow, 'sessionId' | 'seqFrom' | 'seqTo'>,
): Promise<ToAnswer> {
  const inbound = await onlyAnswers(queries, await listUnanswered(queries, sessionId))
  if (inbound.length > 0 || seqFrom === null || seqTo === null) return { inbound, isLate: false }
  const rows = await queries
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
        isNull(messages.deletedAt),
        between(messages.seq, seqFrom, seqTo),
      ),
    )
    .orderBy(asc(messages.seq))
  return { inbound: await onlyAnswers(queries, rows), isLate: true }
}
