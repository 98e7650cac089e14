import { randomBytes } from 'node:crypto'

import { and, eq, isNull, lte, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { users } from '../../platform/database/schema.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'

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

/** Whether the owner's account is still open; long work checks it again before it stores anything. */
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

/**
 * Has the changes of an owner's sign-ins and devices wait for each other: what is counted stays true, and
 * nobody takes their rows in another order. Taken before any of these rows.
 */
export async function lockOwner(queries: Queries, id: string): Promise<void> {
  await queries.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
}

/** Undefined when the user already exists, even if another tab created them a moment ago. */
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

/** Undefined when the account was already closed. What is known of the owner's number is removed. */
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

/** Everybody who can sign in, oldest account first, for the identity emulator. */
export function listAccounts(queries: Queries): Promise<{ uid: string; phoneNumber: string }[]> {
  return queries
    .select({ uid: users.uid, phoneNumber: users.phoneNumber })
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(users.createdAt)
}

/** The users whose closed accounts are due to be deleted for good. */
export async function findUsersToPurge(queries: Queries, now: Date): Promise<string[]> {
  const rows = await queries.select({ id: users.id }).from(users).where(lte(users.purgeAt, now))
  return rows.map(({ id }) => id)
}

/** Deletes a user and everything they own for good. */
export async function purgeUser(queries: Queries, id: string): Promise<number> {
  const purged = await queries.delete(users).where(eq(users.id, id)).returning({ id: users.id })
  return purged.length
}

/** The 403 for a caller without a profile, except at the profile's own routes. */
function profileRequired(): Problem {
  return new Problem('profile_needed', {
    detail: 'You have no profile yet. Create it with POST /api/auth/profile.',
  })
}

/** The row of the caller's profile; throws a 403 when there is none. */
export function requireProfile<T>(row: T | undefined): T {
  if (row === undefined) throw profileRequired()
  return row
}

/** Records that the owner was here. */
export async function recordSeen(queries: Queries, ownerId: string, at: Date): Promise<void> {
  await queries.update(users).set({ lastSeenAt: at }).where(eq(users.id, ownerId))
}

/** Notes when the owner first tried a job; later tests change nothing. */
export async function noteFirstTest(queries: Queries, ownerId: string): Promise<void> {
  const { id, findings } = users
  const firstTestAt = JSON.stringify({ firstTestAt: new Date().toISOString() })
  await queries
    .update(users)
    .set({ findings: sql`${findings} || ${firstTestAt}::jsonb` })
    .where(and(eq(id, ownerId), sql`not ${findings} ? 'firstTestAt'`))
}

const signingPlaceOf = (ownerId: string): string => `${ownerId}/signing_secret`

/** A new secret that signs an owner's callbacks, sealed. */
export const newSigningSecret = (box: SecretBox, ownerId: string): string =>
  box.seal(randomBytes(32).toString('hex'), signingPlaceOf(ownerId))

/** The secret that signs an owner's callbacks; one from before they were sealed has no dot. */
export const openSigningSecret = (
  box: SecretBox,
  { id, signingSecret }: Pick<UserRow, 'id' | 'signingSecret'>,
): string =>
  signingSecret.includes('.') ? box.open(signingSecret, signingPlaceOf(id)) : signingSecret
