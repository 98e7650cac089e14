import { and, eq } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { secrets } from '../database/schema.ts'
import type { SecretBox } from './secret-box.ts'

/** The secrets that an owner can save. */
export type SecretName = (typeof secrets.$inferSelect)['name']

/** Which secrets of an owner are stored. */
export async function findSecretNames(
  queries: Queries,
  ownerId: string,
): Promise<ReadonlySet<SecretName>> {
  const rows = await queries
    .select({ name: secrets.name })
    .from(secrets)
    .where(eq(secrets.ownerId, ownerId))
  return new Set(rows.map((row) => row.name))
}

/** A secret in clear text, for the code that needs it; never for a response or the log. */
export async function readSecret(
  queries: Queries,
  box: SecretBox,
  { ownerId, name }: { ownerId: string; name: SecretName },
): Promise<string | undefined> {
  const [row] = await queries
    .select({ sealed: secrets.sealed })
    .from(secrets)
    .where(and(eq(secrets.ownerId, ownerId), eq(secrets.name, name)))
  return row === undefined ? undefined : box.open(row.sealed, contextOf(ownerId, name))
}

/** Saves a secret in place of the earlier one; `null` deletes it. */
export async function writeSecret(
  queries: Queries,
  box: SecretBox,
  { ownerId, name, value }: { ownerId: string; name: SecretName; value: string | null },
): Promise<void> {
  if (value === null) {
    await queries.delete(secrets).where(and(eq(secrets.ownerId, ownerId), eq(secrets.name, name)))
    return
  }
  const row = { sealed: box.seal(value, contextOf(ownerId, name)), updatedAt: new Date() }
  await queries
    .insert(secrets)
    .values({ ownerId, name, ...row })
    .onConflictDoUpdate({ target: [secrets.ownerId, secrets.name], set: row })
}

/** Deletes all secrets of an owner. */
export async function deleteSecrets(queries: Queries, ownerId: string): Promise<void> {
  await queries.delete(secrets).where(eq(secrets.ownerId, ownerId))
}

function contextOf(ownerId: string, name: SecretName): string {
  return `${ownerId}/${name}`
}
