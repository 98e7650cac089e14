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

/** Responses by idempotency key, kept for a day: a repeated request gets the first response again. */
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

/** The recent uses of each rate-limited action. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** The action and the user: `generate usr_…`. */
    key: text('key').primaryKey(),
    /** Oldest first; the next use drops those that are older than the window. Of a pace: when it is free again. */
    hits: timestamp('hits', { withTimezone: true, precision: 3, mode: 'date' })
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** From then on the row limits nothing and can be deleted. */
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('rate_limits_expires_at').on(table.expiresAt)],
)

/** Events for open pages, and for those that reconnect within a day. */
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

/** Webhooks of the messaging provider as they came; each is deleted once it is processed. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ownerId: ownerId(),
    channel: enumText<Channel>('channel').notNull(),
    /** The signed bytes: as text, which takes every escape that JSON has. */
    body: text('body').notNull(),
    /** The contacts whose messages it has, by each id that the provider names. */
    senders: text('senders').array().notNull().default([]),
    receivedAt: moment('received_at').notNull(),
    /** How often processing has failed. */
    attempts: integer('attempts').notNull().default(0),
    /** The next attempt is not before this moment. */
    retryAt: moment('retry_at'),
  },
  (table) => [
    check('webhook_events_channel', sql`channel in ('whatsapp', 'simulator')`),
    index('webhook_events_by_owner').on(table.ownerId, table.id),
    index('webhook_events_received_at').on(table.receivedAt),
  ],
)
