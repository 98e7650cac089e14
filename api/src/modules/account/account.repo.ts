import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { prepareQuery } from '../../platform/database/prepared.ts'
import { users } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/http/problem.ts'

export type UserRow = typeof users.$inferSelect

const isOpenAccount = (uid: string) => and(eq(users.uid, uid), isNull(users.deletedAt))

export async function findUser(queries: Queries, uid: string): Promise<UserRow | undefined> {
  const [row] = await queries.select().from(users).where(isOpenAccount(uid))
  return row
}

export async function findUserById(queries: Queries, id: string): Promise<UserRow | undefined> {
  const [row] = await queries
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return row
}

/** Somebody who asks, and when that was last. */
export async function findSignedInOwner(
  queries: Queries,
  uid: string,
): Promise<Pick<UserRow, 'id' | 'lastSeenAt'> | undefined> {
  const [row] = await signedInOwnerQuery(queries).execute({ uid })
  return row
}

/** Every request begins with this question. */
const signedInOwnerQuery = prepareQuery((queries) => {
  const { id, uid, lastSeenAt, deletedAt } = users
  return queries
    .select({ id, lastSeenAt })
    .from(users)
    .where(and(eq(uid, sql.placeholder('uid')), isNull(deletedAt)))
    .prepare('visitor')
})

/** Whether the owner's account was not closed; asked again by whatever began before it might have been. */
export async function isAccountOpen(queries: Queries, ownerId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, ownerId), isNull(users.deletedAt)))
  return row !== undefined
}

/** Locks the row until the transaction ends, so that what is decided on it stays true. */
export async function lockUser(queries: Queries, uid: string): Promise<UserRow | undefined> {
  const [row] = await queries.select().from(users).where(isOpenAccount(uid)).for('no key update')
  return row
}

/** Nothing when the person is there already, even if they came a moment ago from another tab. */
export async function insertUser(
  queries: Queries,
  row: typeof users.$inferInsert,
): Promise<UserRow | undefined> {
  const [inserted] = await queries
    .insert(users)
    .values(row)
    .onConflictDoNothing({ target: users.uid, where: sql`deleted_at is null` })
    .returning()
  return inserted
}

export async function updateUser(
  queries: Queries,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<UserRow> {
  const [row] = await queries.update(users).set(changes).where(eq(users.id, id)).returning()
  if (row === undefined) throw new Error(`No user ${id} to change`)
  return row
}

/** Nothing when somebody else was faster. The owner's number is ours no more. */
export async function markDeleted(
  queries: Queries,
  id: string,
  moments: { deletedAt: Date; purgeAt: Date },
): Promise<{ id: string } | undefined> {
  const [row] = await queries
    .update(users)
    .set({ ...moments, findings: {} })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id })
  return row
}

/** Everybody who can sign in, as the identity provider knows them, the longest here first. */
export function listAccounts(queries: Queries): Promise<{ uid: string; phoneNumber: string }[]> {
  return queries
    .select({ uid: users.uid, phoneNumber: users.phoneNumber })
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(users.createdAt)
}

/** Who asked long enough ago to be deleted for good. */
export async function findUsersToPurge(queries: Queries, now: Date): Promise<string[]> {
  const rows = await queries.select({ id: users.id }).from(users).where(lte(users.purgeAt, now))
  return rows.map(({ id }) => id)
}

/** Deletes somebody for good; all that they own goes too. */
export async function purgeUser(queries: Queries, id: string): Promise<number> {
  const purged = await queries.delete(users).where(eq(users.id, id)).returning({ id: users.id })
  return purged.length
}

/** What somebody without a profile is told everywhere but at the profile itself. */
function profileRequired(): Problem {
  return new Problem('forbidden', {
    detail: 'You have no profile yet. Create it with POST /api/auth/profile.',
  })
}

/** The row of somebody who has a profile, or the problem that says that there is none. */
export function requireProfile<T>(row: T | undefined): T {
  if (row === undefined) throw profileRequired()
  return row
}

/** How exactly it is known when somebody was last here: not every request shall write. */
const seenResolutionMs = 5 * 60 * 1000

/** Notes that somebody is here; answers when they were last seen, which may be just now. */
export async function recordSeen(
  database: Database,
  user: { id: string; lastSeenAt: Date },
): Promise<Date> {
  const now = new Date()
  const before = new Date(now.getTime() - seenResolutionMs)
  if (user.lastSeenAt >= before) return user.lastSeenAt
  await database.queries
    .update(users)
    .set({ lastSeenAt: now })
    .where(and(eq(users.id, user.id), lt(users.lastSeenAt, before)))
  return now
}
