import type { RunResult, RunStopReason } from '@errand/contract/chats/run'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { sessionId } from './chats.ts'
import { moment, enumText } from './columns.ts'
import { ownerId } from './users.ts'

/**
 * Where an answer stands: it waits for its moment, somebody works on it, it is being sent, or it is
 * `parked` until the contact opens the 24-hour window; the last three are ends.
 */
export type StoredRunState =
  | 'waiting'
  | 'thinking'
  | 'sending'
  | 'parked'
  | 'done'
  | 'cancelled'
  | 'error'

/** The answers of the assistant: what works on them, what they cost, and why they say what they say. */
export const assistantRuns = pgTable(
  'assistant_runs',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    state: enumText<StoredRunState>('state').notNull(),
    stopReason: enumText<RunStopReason>('stop_reason'),
    /** What made it begin: the contact wrote, or the owner gave the chat back. */
    begunBy: enumText<'contact' | 'owner'>('begun_by').notNull(),
    seqFrom: integer('seq_from'),
    seqTo: integer('seq_to'),
    jobVersion: integer('job_version'),
    /** How often the model was asked. A worker whose attempt is not the last one can change nothing. */
    attempt: integer('attempt').notNull().default(0),
    /** When somebody has to look at it: it answers then, or its worker is gone. */
    wakeAt: moment('wake_at'),
    /** Since when the contact waits, over all the answers that newer messages have overtaken. */
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
    // One thought at a time.
    uniqueIndex('assistant_runs_one_at_work')
      .on(table.sessionId)
      .where(sql`state in ('waiting', 'thinking')`),
    index('assistant_runs_by_session').on(table.sessionId, table.createdAt),
    index('assistant_runs_by_owner').on(table.ownerId, table.createdAt),
    index('assistant_runs_created_at').on(table.createdAt),
    // Few runs have a question that nothing answered; the owner reads those of one job.
    index('assistant_runs_unanswered')
      .on(table.ownerId, table.createdAt)
      .where(sql`result ->> 'unanswered' is not null`),
    index('assistant_runs_wake_at')
      .on(table.wakeAt)
      .where(sql`wake_at is not null`),
  ],
)

/** What is told to the owners' own programs; sent by the queue. */
export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    url: text('url').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    status: enumText<'queued' | 'sent' | 'failed'>('status').notNull(),
    /** The line in the chat that tells of it. */
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
