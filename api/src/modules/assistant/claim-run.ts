import { maxWaitSeconds, type Preferences } from '@errand/contract/settings'
import { sql } from 'drizzle-orm'

import type { AiProvider } from '../ai/ai-provider.ts'
import type { Meter } from '../billing/meter.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import type { Queries } from '../../platform/database/database.ts'
import {
  assistantRuns as runs,
  chatSessions as sessions,
  contacts,
  webhookEvents as pendingWebhooks,
} from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { checkRun } from './gate-facts.ts'
import type { Stop } from './gate.ts'
import { failRun, notifyOfStop } from './no-answer.ts'
import { commitMutation, withRunState, type ChatMutation } from '../chats/chat-mutation.ts'
import { cancelRun, isWorking, lockRunInChat, updateRun, type RunRow } from '../chats/runs.ts'
import { listToAnswer, type ToAnswer } from './unanswered.ts'

/** How often the model is asked, over all the workers that end before the run does. */
const maxAttempts = 5

interface ClaimDeps {
  queue: Queue
  meter: Meter
  ai: AiProvider
  /** For how long the run belongs to this worker. */
  leaseMs: number
}

/** A run that belongs to this worker, and what was read to claim it. */
export interface ClaimedRun {
  run: RunRow
  session: SessionRow
  toAnswer: ToAnswer
  preferences: Preferences
}

/**
 * Takes a run whose time has come, or whose worker is gone; nothing when somebody else was faster,
 * or when it turns out that nothing is to be said. The last step of its transaction.
 */
export async function claimRun(
  queries: Queries,
  claiming: ClaimDeps,
  due: Pick<RunRow, 'id' | 'ownerId' | 'sessionId'>,
): Promise<ClaimedRun | undefined> {
  const locked = await lockRunInChat(queries, due)
  const now = new Date()
  if (locked === undefined || !isWorking(locked.run)) return undefined
  const { session, run } = locked
  if (run.wakeAt === null || run.wakeAt > now) return undefined
  if (session.ownerTypesUntil !== null && session.ownerTypesUntil > now) {
    // The owner may be about to answer.
    await updateRun(queries, run.id, { wakeAt: session.ownerTypesUntil })
    return undefined
  }
  const chat: ChatMutation = { session, changes: {}, events: [] }
  if (run.attempt >= maxAttempts) {
    await abandonRun(queries, claiming.queue, { chat, run })
    return undefined
  }
  const allowed = await checkAgain(queries, claiming, { chat, run })
  if (allowed === undefined) return undefined
  const { first, last, ...found } = allowed
  const claimed = await updateRun(queries, run.id, {
    state: 'thinking',
    // Counted before the model is asked: who is killed by an answer is not asked for ever.
    attempt: run.attempt + 1,
    wakeAt: new Date(now.getTime() + claiming.leaseMs),
    provider: claiming.ai.name,
    model: claiming.ai.model,
    jobVersion: session.jobVersion,
    seqFrom: first.seq,
    seqTo: last.seq,
  })
  await commitMutation(queries, withRunState(chat, claimed))
  return { run: claimed, session, ...found }
}

/** What the model said but nobody can keep would fail again next time: the owner has to look. */
async function abandonRun(
  queries: Queries,
  queue: Queue,
  { chat, run }: { chat: ChatMutation; run: RunRow },
): Promise<void> {
  const kind = run.error === null ? 'unavailable' : 'broken'
  const error = run.error ?? 'The worker ended before there was an answer.'
  await commitMutation(queries, await failRun(queries, queue, { chat, run, kind, error }))
}

/** The messages that it answers; nothing when it may not, which is told then. */
async function checkAgain(
  queries: Queries,
  { queue, meter }: ClaimDeps,
  { chat, run }: { chat: ChatMutation; run: RunRow },
): Promise<
  (Pick<ClaimedRun, 'toAnswer' | 'preferences'> & Record<'first' | 'last', MessageRow>) | undefined
> {
  const toAnswer = await listToAnswer(queries, run)
  const { inbound: written, isLate } = toAnswer
  const [first, last] = [written[0], written.at(-1)]
  // The file is as new as the run.
  const inbound = isLate ? written.map((row) => ({ ...row, createdAt: run.since })) : written
  const isWantedByOwner = run.begunBy === 'owner'
  const asked = { session: chat.session, inbound, isWantedByOwner, meter }
  const { stop, preferences } = await checkRun(queries, asked)
  if (stop === undefined && first !== undefined && last !== undefined) {
    return { toAnswer, preferences, first, last }
  }
  const ended: Stop = stop ?? { reason: 'nothing_to_read' }
  const stopped = withRunState(chat, await cancelRun(queries, run, ended.reason))
  const after = { chat: stopped, stop: ended, preferences }
  await commitMutation(queries, await notifyOfStop(queries, queue, after))
  return undefined
}

/** As long as what somebody writes in one go is answered at once. */
const burst = sql.raw(`interval '${maxWaitSeconds} seconds'`)
/**
 * So long a chat waits for what is not worked in, and no longer for what is older than that: together
 * they leave time to answer before it is too old.
 */
const maxWait = sql.raw(`interval '5 minutes'`)
const maxWebhookAge = sql.raw(`interval '8 minutes'`)

/** Mostly that is worked in within milliseconds; in a long row it takes seconds. */
const [minDelayMs, maxDelayMs] = [100, 1_000]

/**
 * When to look again, if a contact that is waited for has written more within the same burst, which
 * we were told of and have not worked in yet. What failed once is waited for no longer. Locks nothing.
 */
export async function deferUntilInboundProcessed(
  queries: Queries,
  runId: string,
  now: Date,
): Promise<Date | undefined> {
  const [found] = await queries
    .select({ since: runs.since })
    .from(runs)
    .innerJoin(sessions, sql`${sessions.id} = ${runs.sessionId}`)
    .innerJoin(contacts, sql`${contacts.id} = ${sessions.contactId}`)
    .innerJoin(
      pendingWebhooks,
      sql`${pendingWebhooks.ownerId} = ${runs.ownerId} and ${pendingWebhooks.attempts} = 0
        and ${pendingWebhooks.receivedAt} > ${now}::timestamptz - ${maxWebhookAge}
        and ${pendingWebhooks.receivedAt} <= ${runs.since} + ${burst}
        and (strpos(${pendingWebhooks.body}, '"from":"' || substr(${contacts.phoneNumber}, 2) || '"') > 0
          or strpos(${pendingWebhooks.body}, '"from_user_id":"' || ${contacts.userId} || '"') > 0)`,
    )
    .where(
      sql`${runs.id} = ${runId} and ${runs.state} = 'waiting'
        and ${runs.since} > ${now}::timestamptz - ${maxWait}`,
    )
    .limit(1)
  if (found === undefined) return undefined
  const waitedMs = now.getTime() - found.since.getTime()
  return new Date(now.getTime() + Math.min(maxDelayMs, Math.max(minDelayMs, waitedMs)))
}
