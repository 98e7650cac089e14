import type { RunResult, RunStopReason } from '@errand/contract/chats/run'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { sessionId } from './chats.ts'
import { moment, enumText } from './columns.ts'
import { ownerId } from './users.ts'

/**
 * The state of a run: it waits to be due, a worker asks the model, the reply is being sent, or it is
 * `parked` until the contact opens the 24-hour window; the last three are final.
 */
export type StoredRunState =
  | 'waiting'
  | 'thinking'
  | 'sending'
  | 'parked'
  | 'done'
  | 'cancelled'
  | 'error'

/** The assistant's runs: their state, what they cost, and why the assistant said what it said. */
export const assistantRuns = pgTable(
  'assistant_runs',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    state: enumText<StoredRunState>('state').notNull(),
    stopReason: enumText<RunStopReason>('stop_reason'),
    /** What started the run: the contact wrote, or the owner handed the chat back. */
    begunBy: enumText<'contact' | 'owner'>('begun_by').notNull(),
    seqFrom: integer('seq_from'),
    seqTo: integer('seq_to'),
    jobVersion: integer('job_version'),
    /** How often the model was asked. A worker can change the run only while its attempt is the latest. */
    attempt: integer('attempt').notNull().default(0),
    /** When a worker has to look at the run: it is due then, or the lease of its worker has ended. */
    wakeAt: moment('wake_at'),
    /** Since when the contact waits, counting earlier runs that newer messages replaced. */
    since: moment('since').notNull(),
    provider: text('provider'),
    model: text('model'),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    latencyMs: integer('latency_ms'),
    result: jsonb('result').$type<RunResult>(),
    error: text('error'),
    createdAt: moment('created_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    check(
      'assistant_runs_state',
      sql`state in ('waiting', 'thinking', 'sending', 'parked', 'done', 'cancelled', 'error')`,
    ),
    check('assistant_runs_begun_by', sql`begun_by in ('contact', 'owner')`),
    // A chat has one run that waits or thinks at a time.
    uniqueIndex('assistant_runs_one_at_work')
      .on(table.sessionId)
      .where(sql`state in ('waiting', 'thinking')`),
    index('assistant_runs_by_session').on(table.sessionId, table.createdAt),
    index('assistant_runs_by_owner').on(table.ownerId, table.createdAt),
    index('assistant_runs_created_at').on(table.createdAt),
    // For the owner's list of unanswered questions: few runs have one.
    index('assistant_runs_unanswered')
      .on(table.ownerId, table.createdAt)
      .where(sql`result ->> 'unanswered' is not null`),
    index('assistant_runs_wake_at')
      .on(table.wakeAt)
      .where(sql`wake_at is not null`),
  ],
)

/** Callbacks to the owners' own servers; the queue sends them. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    url: text('url').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    status: enumText<'queued' | 'sent' | 'failed'>('status').notNull(),
    /** The event line in the chat that shows the callback. */
    eventMessageId: text('event_message_id'),
    error: text('error'),
    createdAt: moment('created_at').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    check('webhooks_status', sql`status in ('queued', 'sent', 'failed')`),
    index('webhooks_by_owner').on(table.ownerId, table.createdAt),
    index('webhooks_by_session').on(table.sessionId),
  ],
)
