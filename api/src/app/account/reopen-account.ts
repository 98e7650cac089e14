import { and, desc, eq, gt } from 'drizzle-orm'

import type { UserRow } from '../../modules/account/account.repo.ts'
import { recordActivity } from '../../modules/account/activity/activity.repo.ts'
import { unarchiveJobs } from '../../modules/jobs/jobs.repo.ts'
import type { Queries } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/context.ts'

/**
 * Opens the account that a person closed last, as long as it is not deleted for good; undefined where there
 * is none. Its jobs are paused, its chats stay closed, and what was connected has to be connected again.
 */
export async function reopenAccount(
  queries: Queries,
  { uid, actor }: { uid: string; actor: Actor },
): Promise<UserRow | undefined> {
  const isClosed = and(eq(users.uid, uid), gt(users.purgeAt, new Date()))
  const [closed] = await queries
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(isClosed)
    .orderBy(desc(users.deletedAt))
    .limit(1)
    .for('no key update')
  if (closed === undefined || closed.deletedAt === null) return undefined
  const { id: ownerId, deletedAt } = closed
  const [row] = await queries
    .update(users)
    .set({ deletedAt: null, purgeAt: null, closedBefore: deletedAt })
    .where(and(eq(users.id, ownerId), isClosed))
    .returning()
  await unarchiveJobs(queries, ownerId, deletedAt)
  await recordActivity(queries, { ownerId, kind: 'account_reopened', actor })
  return row
}
