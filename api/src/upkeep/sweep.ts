import { purgeUsers } from '../auth/auth.repo.ts'
import { sweepPastTrials } from '../auth/trial/past-trials.ts'
import { failStaleEmails } from '../chats/email/emails.repo.ts'
import { deleteOldChats } from '../chats/retention.ts'
import type { Database } from '../database/database.ts'
import { sweepEvents } from '../events/events.repo.ts'
import { sweepExports } from '../exports/exports.repo.ts'
import { sweepFiles } from '../files/files.service.ts'
import { sweepAnswers } from '../http/idempotency.ts'
import { sweepRateLimits } from '../http/rate-limit.ts'
import { purgeJobs } from '../jobs/jobs.repo.ts'

/** For how long a deleted job can be restored. */
const keptJobMs = 30 * 24 * 60 * 60 * 1000

/** For how long a page may be away and still catch up event by event. */
const keptEventMs = 24 * 60 * 60 * 1000

/** Deletes for good what is past its time: accounts, jobs and stored answers. */
export async function sweep(
  database: Database,
  now: Date = new Date(),
): Promise<{ users: number; jobs: number }> {
  const swept = await database.transaction(async (queries) => {
    await sweepAnswers(queries, now)
    await sweepFiles(queries, now)
    await sweepExports(queries, now)
    await sweepEvents(queries, new Date(now.getTime() - keptEventMs))
    await sweepRateLimits(queries, now)
    await sweepPastTrials(queries, now)
    const users = await purgeUsers(queries, now)
    const jobs = await purgeJobs(queries, new Date(now.getTime() - keptJobMs))
    return { users, jobs }
  })
  await failStaleEmails(database, now)
  await deleteOldChats(database, now)
  await database.maintain()
  return swept
}
