import { and, desc, eq } from 'drizzle-orm'

import type { Queries } from '../../database/database.ts'
import { messages } from '../../database/schema.ts'

/** The contact's last message of a chat. */
export async function findLastInbound(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.ownerId, ownerId),
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'in'),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  return row?.id
}
