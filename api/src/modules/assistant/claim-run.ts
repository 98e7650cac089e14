import { maxWaitSeconds, type Preferences } from '@errand/contract/settings'
import { sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import {
  assistantRuns as runs,
  chatSessions as sessions,
  contacts,
  webhookEvents as pendingWebhooks,
} from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import type { AiProvider } from '../ai/ai-provider.ts'
import type { Meter } from '../billing/meter.ts'
import { commitMutation, withRunState, type ChatMutation } from '../chats/chat-mutation.ts'
import type { MessageRow, SessionRow } from '../chats/rows.ts'
import { cancelRun, isWorking, lockChatAndRun, updateRun, type RunRow } from '../chats/runs.ts'
import { checkRun } from './gate-facts.ts'
import type { Stop } from './gate.ts'
import { failRun, notifyOfStop } from './no-answer.ts'
import { listToAnswer, type ToAnswer } from './unanswered.ts'

/** How often a run is attempted, counting workers that crashed. */
const maxAttempts = 5

interface ClaimDeps {
  queue: Queue
  meter: Meter
  ai: AiProvider
  /** The length of the worker's lease on the run. */
  leaseMs: number
}

/** A run that belongs to this worker, with what was read to claim it. */
export interface ClaimedRun {
  run: RunRow
  session: SessionRow
  toAnswer: ToAnswer
  preferences: Preferences
}

/**
 * Claims a run that is due, or whose worker's lease has expired. Returns undefined if another worker
 * was faster or the run may not answer. The last step of its transaction.
 */
export async function claimRun(
  queries: Queries,
  claiming: ClaimDeps,
  due: Pick<RunRow, 'id' | 'ownerId' | 'sessionId'>,
): Promise<ClaimedRun | undefined> {
  const locked = await lockChatAndRun(queries, due)
  const now = new Date()
  if (locked === undefined || !isWorking(locked.run)) return undefined
  const { session, run } = locked
  if (run.wakeAt === null || run.wakeAt > now) return undefined
  if (session.ownerTypesUntil !== null && session.ownerTypesUntil > now) {
    // The owner is typing, and may be about to answer.
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
    // Counted before the model is asked, so that an answer that kills its worker is not retried for ever.
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

/** Fails a run after too many attempts and asks for the owner. */
async function abandonRun(
  queries: Queries,
  queue: Queue,
  { chat, run }: { chat: ChatMutation; run: RunRow },
): Promise<void> {
  const kind = run.error === null ? 'unavailable' : 'broken'
  const error = run.error ?? 'The worker ended before there was an answer.'
  await commitMutation(queries, await failRun(queries, queue, { chat, run, kind, error }))
}

/** The messages that the run answers; undefined if it may not answer, after recording why. */
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
  // A file or an edit that came late is as new as the run.
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

/** Messages within this time of the first one belong to the same burst. */
const burst = sql.raw(`interval '${maxWaitSeconds} seconds'`)
/**
 * How long a run waits for webhooks that are not applied yet, and how old such a webhook may be. Both
 * leave enough time to answer before the messages are too old.
 */
const maxWait = sql.raw(`interval '5 minutes'`)
const maxWebhookAge = sql.raw(`interval '8 minutes'`)

/** Webhooks are usually applied within milliseconds; under load it takes seconds. */
const [minDelayMs, maxDelayMs] = [100, 1_000]

/**
 * The time until which a run has to be deferred, because a stored webhook of the same contact and the
 * same burst is not applied yet. Webhooks that failed once are not waited for. Locks nothing.
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
        and ${pendingWebhooks.senders} && array[substr(${contacts.phoneNumber}, 2), ${contacts.userId}]`,
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
