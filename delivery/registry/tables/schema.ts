import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

import type { Channel } from '../../rollouts/channel.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Who ships an app: the keys that sign its releases, and the token that may publish them. */
export const apps = pgTable('apps', {
  name: text('name').primaryKey(),
  /** Ed25519 public keys as PEM, by key id. */
  publicKeys: jsonb('public_keys').$type<Record<string, string>>().notNull().default({}),
  /** Those that may sign nothing any more: what they have signed is still served. */
  retiredKeys: jsonb('retired_keys').$type<Record<string, string>>().notNull().default({}),
  /** SHA-256 of the deploy token; the token itself is nowhere. */
  tokenHash: text('token_hash').unique(),
})

/** Published releases; a row is never changed but for its last two moments. */
export const releases = pgTable(
  'releases',
  {
    app: text('app')
      .notNull()
      .references(() => apps.name),
    version: text('version').notNull(),
    /** release.json to the byte: what the signature is about. */
    releaseJson: text('release_json').notNull(),
    signature: text('signature').notNull(),
    keyId: text('key_id').notNull(),
    commit: text('commit'),
    publishedAt: moment('published_at').notNull(),
    publishedBy: text('published_by').notNull(),
    /** When its files were deleted. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    primaryKey({ columns: [table.app, table.version] }),
    index('releases_by_time').on(table.app, table.publishedAt),
  ],
)

/** How many visitors edges have seen with a release, over its life, and how many of them avoid it. */
export const visits = pgTable(
  'visits',
  {
    app: text('app').notNull(),
    version: text('version').notNull(),
    visitors: bigint('visitors', { mode: 'number' }).notNull(),
    avoidedBy: bigint('avoided_by', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.app, table.version] })],
)

/** The last report of each edge. */
export const edges = pgTable('edges', {
  name: text('name').primaryKey(),
  seenAt: moment('seen_at').notNull(),
  /** Why it cannot open a release, by `app@version`. */
  damaged: jsonb('damaged').$type<Record<string, string>>().notNull(),
})

/** Which releases of an app run. */
export const channels = pgTable(
  'channels',
  {
    app: text('app')
      .primaryKey()
      .references(() => apps.name),
    lineage: jsonb('lineage').$type<Channel['lineage']>().notNull(),
    candidate: text('candidate'),
    weight: integer('weight').notNull(),
    rolloutId: text('rollout_id').notNull(),
    isPaused: boolean('is_paused').notNull(),
    pins: jsonb('pins').$type<Channel['pins']>().notNull(),
    revoked: jsonb('revoked').$type<Channel['revoked']>().notNull(),
    revision: integer('revision').notNull(),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    check('channels_weight', sql`${table.weight} between 0 and 100000`),
    check('channels_revision', sql`${table.revision} > 0`),
  ],
)

/** Who did or tried what, and why; rows are only ever added. */
export const audit = pgTable(
  'audit',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: moment('at').notNull(),
    actor: text('actor').notNull(),
    app: text('app').notNull(),
    action: text('action').notNull(),
    reason: text('reason'),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [index('audit_by_app').on(table.app, table.id)],
)

/** One row: counts the changes of everything that the rollout document says. */
export const documents = pgTable(
  'document',
  {
    id: integer('id').primaryKey(),
    revision: integer('revision').notNull(),
  },
  (table) => [check('document_is_one', sql`${table.id} = 1`)],
)
