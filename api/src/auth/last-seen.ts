import { and, eq, lt } from 'drizzle-orm'

import type { Database } from '../database/database.ts'
import { users } from '../database/schema.ts'

/** How exactly it is known when somebody was last here: not every request shall write. */
const everyMs = 5 * 60 * 1000

/** Notes that somebody is here; answers when he was last seen, which may be just now. */
export async function noteSeen(
  database: Database,
  user: { id: string; lastSeenAt: Date },
): Promise<Date> {
  const now = new Date()
  const before = new Date(now.getTime() - everyMs)
  if (user.lastSeenAt >= before) return user.lastSeenAt
  await database.queries
    .update(users)
    .set({ lastSeenAt: now })
    .where(and(eq(users.id, user.id), lt(users.lastSeenAt, before)))
  return now
}
