import { and, desc, eq, gt } from 'drizzle-orm'

import type { UserRow } from '../../modules/account/account.repo.ts'
import { unarchiveJobs } from '../../modules/jobs/jobs.repo.ts'
import type { Queries } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import type { Identity } from '../../platform/http/context.ts'
import { refusedToken } from '../../platform/identity/identity.ts'

/**
 * Opens the account that a person closed last, as long as it is not deleted for good; undefined where there
 * is none. Only a sign-in since then can do it. The jobs are paused, the chats stay closed, and what was
 * connected has to be connected again.
 */
export async function reopenAccount(
  queries: Queries,
  identity: Identity,
): Promise<UserRow | undefined> {
  const [closed] = await queries
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(and(eq(users.uid, identity.uid), gt(users.purgeAt, new Date())))
    .orderBy(desc(users.deletedAt))
    .limit(1)
    .for('no key update')
  if (closed === undefined || closed.deletedAt === null) return undefined
  const { id: ownerId, deletedAt } = closed
  // A page that was left open, or a stolen token, brings nothing back.
  if (identity.authenticatedAt <= deletedAt) throw refusedToken('signed_out')
  const [row] = await queries
    .update(users)
    .set({ deletedAt: null, purgeAt: null, closedBefore: deletedAt })
    .where(eq(users.id, ownerId))
    .returning()
  await unarchiveJobs(queries, ownerId, deletedAt)
  return row
}
