import { notify } from '@errand/database'
import { and, eq, sql } from 'drizzle-orm'

import { findUser, markDeleted, requireProfile } from '../../modules/account/account.repo.ts'
import { recordActivity } from '../../modules/account/activity/activity.repo.ts'
import { deleteSignIns } from '../../modules/account/sign-ins/sign-ins.repo.ts'
import { readAccount } from '../../modules/billing/accounts.ts'
import { deleteFeed } from '../../modules/forms/calendar/calendar-feed.ts'
import { archiveJobs } from '../../modules/jobs/jobs.repo.ts'
import type { Queries, Database } from '../../platform/database/database.ts'
import {
  chatSessions,
  emails,
  messages,
  orders,
  pastTrials,
} from '../../platform/database/schema.ts'
import { eventsChannel } from '../../platform/events/events.repo.ts'
import type { Actor } from '../../platform/http/context.ts'
import { deleteIdempotencyKeys } from '../../platform/http/idempotency.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { deleteSecrets } from '../../platform/secrets/secrets.repo.ts'

interface Dependencies {
  database: Database
  secretBox: SecretBox
}

/** How long a deleted account is kept before it is gone for good. */
const accountRetentionMs = 30 * 24 * 60 * 60 * 1000

/**
 * Closes an account at once: nothing is sent or answered any more, and its tokens and secrets stop
 * working. Its data is deleted for good at the returned time.
 */
export function deleteAccount(
  { database, secretBox }: Dependencies,
  uid: string,
  actor: Actor,
): Promise<Date> {
  return database.transaction(async (queries) => {
    const { id, phoneNumber } = requireProfile(await findUser(queries, uid))
    await refuseOpenPayment(queries, id)
    const deletedAt = new Date()
    const purgeAt = new Date(deletedAt.getTime() + accountRetentionMs)
    await recordActivity(queries, { ownerId: id, kind: 'account_deleted', actor })
    await archiveJobs(queries, id, deletedAt)
    await closeChats(queries, id, deletedAt)
    await stopSending(queries, id, deletedAt)
    await deleteSecrets(queries, id)
    await deleteFeed(queries, id)
    await deleteIdempotencyKeys(queries, uid)
    await rememberTrial(queries, secretBox, { id, phoneNumber }, deletedAt)
    // The owner's row is locked last, as with every event: changes of a chat lock the chat before it.
    requireProfile(await markDeleted(queries, id, { deletedAt, purgeAt }))
    // Below the owner's row, as wherever sign-ins are changed.
    await deleteSignIns(queries, { ownerId: id, uid })
    // No event: this wakes the open streams, which see that the account is closed and end.
    await notify(queries, eventsChannel, id)
    return purgeAt
  })
}

/** Refuses to close an account while a payment is under way. */
async function refuseOpenPayment(queries: Queries, ownerId: string): Promise<void> {
  const [order] = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), eq(orders.status, 'attempted')))
    .limit(1)
  if (order === undefined) return
  throw new Problem('conflict', {
    detail: 'A payment is in progress. Wait until it has arrived or failed.',
    meta: { orderId: order.id },
  })
}

async function closeChats(queries: Queries, ownerId: string, at: Date): Promise<void> {
  await queries
    .update(chatSessions)
    .set({
      status: 'closed',
      closeReason: 'owner',
      handler: 'none',
      handlerSince: at,
      handlerReason: null,
      returnAt: null,
      remindAt: null,
      run: 'idle',
      closedAt: at,
      updatedAt: at,
      seq: sql`${chatSessions.seq} + 1`,
    })
    .where(and(eq(chatSessions.ownerId, ownerId), eq(chatSessions.status, 'active')))
}

/** Fails everything that waits to be sent; workers then find nothing to do. */
async function stopSending(queries: Queries, ownerId: string, at: Date): Promise<void> {
  await queries
    .update(messages)
    .set({
      status: 'failed',
      heldUntil: null,
      statusAt: sql`${messages.statusAt} || ${JSON.stringify({ failed: at.toISOString() })}::jsonb`,
    })
    .where(and(eq(messages.ownerId, ownerId), eq(messages.status, 'queued')))
  await queries
    .update(emails)
    .set({ status: 'failed', error: 'The account was closed.' })
    .where(and(eq(emails.ownerId, ownerId), eq(emails.status, 'queued')))
}

/** For how long the used trial of a phone number is remembered. */
const trialRetentionMs = 365 * 24 * 60 * 60 * 1000

/**
 * Remembers the used trial of a closed account, so that a new account with the same number continues from
 * there. The number is not stored, only a keyed hash of it.
 */
async function rememberTrial(
  queries: Queries,
  box: SecretBox,
  owner: { id: string; phoneNumber: string },
  now: Date,
): Promise<void> {
  const { startedAt, trialMessages, graceMessages } = await readAccount(queries, owner.id)
  const expiresAt = new Date(now.getTime() + trialRetentionMs)
  const row = { startedAt, trialMessages, graceMessages, expiresAt }
  await queries
    .insert(pastTrials)
    .values({ mark: box.marksOf(owner.phoneNumber)[0], ...row })
    .onConflictDoUpdate({ target: pastTrials.mark, set: row })
}
