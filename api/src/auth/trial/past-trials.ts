import { desc, inArray, lte } from 'drizzle-orm'

import { readAccount } from '../../billing/accounts.repo.ts'
import type { Queries } from '../../database/database.ts'
import { pastTrials } from '../../database/schema.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'

/** For how long a number counts as one that had its trial. */
const keptMs = 365 * 24 * 60 * 60 * 1000

/** What somebody had of the trial before. */
export type PastTrial = Pick<
  typeof pastTrials.$inferSelect,
  'startedAt' | 'trialMessages' | 'graceMessages'
>

/**
 * Remembers what an account that is closed had free of charge: another one of the same number goes
 * on from there. The number itself is not kept, only what the deployment's key makes of it.
 */
export async function rememberTrial(
  queries: Queries,
  box: SecretBox,
  owner: { id: string; phoneNumber: string },
  now: Date,
): Promise<void> {
  const { startedAt, trialMessages, graceMessages } = await readAccount(queries, owner.id)
  const expiresAt = new Date(now.getTime() + keptMs)
  const row = { startedAt, trialMessages, graceMessages, expiresAt }
  await queries
    .insert(pastTrials)
    .values({ mark: box.marksOf(owner.phoneNumber)[0], ...row })
    .onConflictDoUpdate({ target: pastTrials.mark, set: row })
}

/** What a number had of the trial before. */
export async function findPastTrial(
  queries: Queries,
  box: SecretBox,
  phoneNumber: string,
): Promise<PastTrial | undefined> {
  const { startedAt, trialMessages, graceMessages } = pastTrials
  const [row] = await queries
    .select({ startedAt, trialMessages, graceMessages })
    .from(pastTrials)
    .where(inArray(pastTrials.mark, [...box.marksOf(phoneNumber)]))
    // More than one only after the keys were turned over.
    .orderBy(desc(pastTrials.expiresAt))
    .limit(1)
  return row
}

export async function sweepPastTrials(queries: Queries, now: Date): Promise<void> {
  await queries.delete(pastTrials).where(lte(pastTrials.expiresAt, now))
}
