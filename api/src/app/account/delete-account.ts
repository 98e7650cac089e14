import { notify } from '@errand/database'
import { and, eq, sql } from 'drizzle-orm'

import type { Queries, Database } from '../../platform/database/database.ts'
import {
  chatSessions,
  emails,
  messages,
  orders,
  pastTrials,
} from '../../platform/database/schema.ts'
import { readAccount } from '../../modules/billing/accounts.ts'
import { eventsChannel } from '../../platform/events/events.repo.ts'
import { deleteIdempotencyKeys } from '../../platform/http/idempotency.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Identity, VerifyToken } from '../../platform/http/context.ts'
import { archiveJobs } from '../../modules/jobs/jobs.repo.ts'
import { deleteSecrets } from '../../platform/secrets/secrets.repo.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { findUser, markDeleted, requireProfile } from '../../modules/account/account.repo.ts'

interface Dependencies {
  database: Database
  secretBox: SecretBox
}

/** How long a deleted account is kept before it is gone for good. */
const accountRetentionMs = 30 * 24 * 60 * 60 * 1000

/**
 * Ends the account at once: nothing is sent, nothing answers, nothing of the owner's can be used any
 * more. The data is deleted for good at the moment that is returned.
 */
export function deleteAccount({ database, secretBox }: Dependencies, uid: string): Promise<Date> {
  return database.transaction(async (queries) => {
    const { id, phoneNumber } = requireProfile(await findUser(queries, uid))
    await refuseOpenPayment(queries, id)
    const deletedAt = new Date()
    const purgeAt = new Date(deletedAt.getTime() + accountRetentionMs)
    await archiveJobs(queries, id, deletedAt)
    await closeChats(queries, id, deletedAt)
    await stopSending(queries, id, deletedAt)
    await deleteSecrets(queries, id)
    await deleteIdempotencyKeys(queries, uid)
    await rememberTrial(queries, secretBox, { id, phoneNumber }, deletedAt)
    // Last, as with every event: who changes a chat holds the chat and then waits for its owner.
    requireProfile(await markDeleted(queries, id, { deletedAt, purgeAt }))
    // No event, as nobody is left to read it: the streams that are open look up and end.
    await notify(queries, eventsChannel, id)
    return purgeAt
  })
}

/** Money that is under way would arrive nowhere. */
async function refuseOpenPayment(queries: Queries, ownerId: string): Promise<void> {
  const [order] = await queries
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.ownerId, ownerId), eq(orders.status, 'attempted')))
    .limit(1)
  if (order === undefined) return
  throw new Problem('conflict', {
    detail: 'A payment is under way. Wait until it has arrived or failed.',
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

/** What still waits is not sent; a worker that comes to it finds nothing to do. */
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

/** For how long a number counts as one that had its trial. */
const trialRetentionMs = 365 * 24 * 60 * 60 * 1000

/**
 * Remembers what an account that is closed had free of charge: another one of the same number goes
 * on from there. The number itself is not kept, only what the deployment's key makes of it.
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

/** How long ago somebody may have signed in to count as being there in person. */
const maxSignInAgeMs = 5 * 60 * 1000

/**
 * The rule of `X-Reauth`: a token of the same person, who signed in a moment ago. What is wrong with
 * it is a 403: a 401 would say that the caller has to sign in, and sign the page out.
 */
export async function requireFreshSignIn(
  verifyToken: VerifyToken,
  { token, uid }: { token: string; uid: string },
): Promise<void> {
  const identity = await verify(verifyToken, token)
  const isFresh = Date.now() - identity.authenticatedAt.getTime() <= maxSignInAgeMs
  if (identity.uid !== uid || !isFresh) throw refusal()
}

async function verify(verifyToken: VerifyToken, token: string): Promise<Identity> {
  try {
    return await verifyToken(token)
  } catch (error) {
    throw error instanceof Problem && error.status === 401 ? refusal(error) : error
  }
}

function refusal(cause?: unknown): Problem {
  return new Problem('forbidden', {
    detail: 'X-Reauth must be an ID token of yours from a sign-in of the last five minutes.',
    cause,
  })
}
