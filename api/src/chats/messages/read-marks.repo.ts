import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { prepared } from '../../database/prepared.ts'
import { messages } from '../../database/schema.ts'

/** Reads everything from the contact up to that place; answers how many were not read before. */
export async function readUpTo(
  queries: Queries,
  { sessionId, seq, at }: { sessionId: string; seq: number; at: Date },
): Promise<number> {
  const read = await queries
    .update(messages)
    .set({ readByOwnerAt: at })
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
        isNull(messages.readByOwnerAt),
        lte(messages.seq, seq),
      ),
    )
    .returning({ id: messages.id })
  return read.length
}

/** Everything from the contact after that place is unread again; answers how many were read before. */
export async function unreadAfter(
  queries: Queries,
  { sessionId, seq }: { sessionId: string; seq: number },
): Promise<number> {
  const unread = await queries
    .update(messages)
    .set({ readByOwnerAt: null })
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
        sql`${messages.readByOwnerAt} is not null`,
        gt(messages.seq, seq),
      ),
    )
    .returning({ id: messages.id })
  return unread.length
}

export async function findFirstUnread(
  queries: Queries,
  sessionId: string,
): Promise<string | undefined> {
  const [row] = await firstUnread(queries).execute({ sessionId })
  return row?.id
}

const firstUnread = prepared((queries) =>
  queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sql.placeholder('sessionId')),
        // Written out, as the index has it: a plan for any word could not use it.
        sql`${messages.direction} = 'in'`,
        isNull(messages.readByOwnerAt),
      ),
    )
    .orderBy(asc(messages.seq))
    .limit(1)
    .prepare('first_unread'),
)
