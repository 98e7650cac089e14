import { findUsersToPurge, purgeUser } from '../auth/auth.repo.ts'
import { failStaleWebhooks } from '../assistant/webhook/webhooks.repo.ts'
import { sweepPastTrials } from '../auth/auth.service.ts'
import { failStaleEmails } from '../chats/email/emails.repo.ts'
import { deleteOldChats } from '../chats/retention.ts'
import type { Database, Queries } from '../database/database.ts'
import { sweepEvents } from '../events/events.repo.ts'
import { sweepFiles } from '../files/files.service.ts'
import { sweepAnswers } from '../http/idempotency.ts'
import { sweepRateLimits } from '../http/rate-limit.ts'
import { purgeJobs } from '../jobs/jobs.repo.ts'
import { sweepEarlyChanges } from '../chats/messages/early-changes.repo.ts'
import { sweepWebhooks } from '../whatsapp/webhooks/receive-webhooks.ts'

/** For how long a deleted job can be restored. */
const keptJobMs = 30 * 24 * 60 * 60 * 1000

/** For how long a page may be away and still catch up event by event. */
const keptEventMs = 24 * 60 * 60 * 1000

/**
 * Deletes for good what is past its time. Each step, and each account, in a transaction of its own:
 * one that fails holds up none of the others, and is told of when all were tried.
 */
export async function sweep(
  database: Database,
  now: Date = new Date(),
): Promise<{ users: number; jobs: number }> {
  const failed: { step: string; error: unknown }[] = []
  const attempt = async <T>(step: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      failed.push({ step, error })
      return undefined
    }
  }
  for (const [step, work] of Object.entries(steps)) {
    await attempt(step, () => database.transaction((queries) => work(queries, now)))
  }
  const leaving = await attempt('accounts', () => findUsersToPurge(database.queries, now))
  let users = 0
  for (const id of leaving ?? []) {
    users += (await attempt('accounts', () => purgeUser(database.queries, id))) ?? 0
  }
  const archivedBefore = new Date(now.getTime() - keptJobMs)
  const purge = () => database.transaction((queries) => purgeJobs(queries, archivedBefore))
  const jobs = (await attempt('jobs', purge)) ?? 0
  await attempt('emails', () => failStaleEmails(database, now))
  await attempt('webhooks', () => failStaleWebhooks(database, now))
  await attempt('chats', () => deleteOldChats(database, now))
  if (failed.length === 0) return { users, jobs }
  const names = [...new Set(failed.map(({ step }) => step))]
  throw new AggregateError(
    failed.map(({ error }) => error),
    `Not swept: ${names.join(', ')}`,
  )
}

const steps: Record<string, (queries: Queries, now: Date) => Promise<unknown>> = {
  answers: sweepAnswers,
  files: sweepFiles,
  events: (queries, now) => sweepEvents(queries, new Date(now.getTime() - keptEventMs)),
  'rate limits': sweepRateLimits,
  trials: sweepPastTrials,
  webhooks: sweepWebhooks,
  'early changes': sweepEarlyChanges,
}
