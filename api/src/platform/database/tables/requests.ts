import type { Channel } from '@errand/contract/chats/session'
import type { EventType } from '@errand/contract/events'
import { sql } from 'drizzle-orm'
import {
  bigserial,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

import { moment, enumText } from './columns.ts'
import { ownerId } from './users.ts'

/** Answers kept for a day, so that a repeated request gets the first one's answer again. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    body: text('body').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scope, table.key] }),
    index('idempotency_keys_expires_at').on(table.expiresAt),
  ],
)

/** When somebody last did what may not be done too often. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What, and who: `generate usr_…`. */
    key: text('key').primaryKey(),
    /** Oldest first; those of before the window are forgotten with the next one. */
    hits: timestamp('hits', { withTimezone: true, precision: 3, mode: 'date' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** From then on the row says nothing any more. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('rate_limits_expires_at').on(table.expiresAt)],
)

/** What happened, for the pages that are open and those that come back within a day. */
export const events = pgTable(
  'events',
  {
    ownerId: ownerId(),
    /** Counts up for each owner, in the order of the commits. */
    seq: integer('seq').notNull(),
    type: enumText<EventType>('type').notNull(),
    sessionId: text('session_id'),
    sessionSeq: integer('session_seq'),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.seq] }), index('events_at').on(table.at)],
)

/** What the messaging provider told us, as it came, until it is worked in; then it is deleted. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ownerId: ownerId(),
    channel: enumText<Channel>('channel').notNull(),
    /** The signed bytes: as text, which takes every escape that JSON has. */
    body: text('body').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** How often working it in has failed. */
    attempts: integer('attempts').notNull().default(0),
    /** Not before that moment again. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    check('webhook_events_channel', sql`channel in ('whatsapp', 'simulator')`),
    index('webhook_events_by_owner').on(table.ownerId, table.id),
    index('webhook_events_received_at').on(table.receivedAt),
  ],
)
