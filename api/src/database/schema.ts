import type { JobContent, JobStatus } from '@errand/contract/jobs'
import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** A moment in milliseconds, the precision of JavaScript: what is read back equals what was written. */
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Text in the order of its code points, which is the same on every database and every machine. */
const orderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    uid: text('uid').notNull(),
    phoneNumber: text('phone_number').notNull(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    settingsVersion: integer('settings_version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    deletedAt: moment('deleted_at'),
    purgeAt: moment('purge_at'),
  },
  (table) => [
    // Partial: after a deletion the same person may come back as a new user.
    uniqueIndex('users_uid_present')
      .on(table.uid)
      .where(sql`deleted_at is null`),
    index('users_purge_at')
      .on(table.purgeAt)
      .where(sql`purge_at is not null`),
  ],
)

export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The name in small letters: what the list is ordered by. */
    sortName: orderedText('sort_name').notNull(),
    /** Name and description in small letters: what the search looks at. */
    searchText: text('search_text').notNull(),
    description: text('description').notNull(),
    status: text('status').$type<JobStatus>().notNull(),
    language: text('language').notNull(),
    tone: text('tone').$type<JobContent['tone']>().notNull(),
    instructions: text('instructions').notNull(),
    guardrails: jsonb('guardrails').$type<JobContent['guardrails']>().notNull(),
    greeting: text('greeting').notNull(),
    completionMessage: text('completion_message').notNull(),
    fallbackMessage: text('fallback_message').notNull(),
    handoffMessage: text('handoff_message').notNull(),
    trigger: jsonb('trigger').$type<JobContent['trigger']>().notNull(),
    fields: jsonb('fields').$type<JobContent['fields']>().notNull(),
    behaviour: jsonb('behaviour').$type<JobContent['behaviour']>().notNull(),
    handoff: jsonb('handoff').$type<JobContent['handoff']>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    archivedAt: moment('archived_at'),
  },
  (table) => [
    check('jobs_status', sql`status in ('draft', 'active', 'paused', 'archived')`),
    check('jobs_archived_at', sql`(status = 'archived') = (archived_at is not null)`),
    // Plain ascending columns, read backwards for descending lists: an index with `desc` puts nulls
    // last where `order by … desc` puts them first, so it would not be used for the order.
    index('jobs_by_update').on(table.ownerId, table.updatedAt, table.id),
    index('jobs_by_creation').on(table.ownerId, table.createdAt, table.id),
    index('jobs_by_name').on(table.ownerId, table.sortName, table.id),
    index('jobs_archived')
      .on(table.archivedAt)
      .where(sql`archived_at is not null`),
  ],
)

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
