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

import type { Arm, Channel } from '../../rollouts/channel.ts'
import { failureKinds } from '../../rollouts/exposure.ts'
import type { Figures } from '../../rollouts/figures.ts'
import type { Notice } from '../notices/notice.ts'

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

/** The last report of each edge. */
export const edges = pgTable('edges', {
  name: text('name').primaryKey(),
  seenAt: moment('seen_at').notNull(),
  /** Why it cannot open a release, by `app@version`. */
  damaged: jsonb('damaged').$type<Record<string, string>>().notNull(),
})

/** How a release failed; a page may not say how. */
const storedKinds = [...failureKinds, 'other'] as const

/**
 * What pages were given and status. A row that was folded into the counts stays, for its id, until
 * nothing can repeat it: otherwise it would count again.
 */
export const exposures = pgTable(
  'exposures',
  {
    /** Of the page. */
    id: text('id').notNull(),
    app: text('app').notNull(),
    version: text('version').notNull(),
    arm: text('arm').$type<Arm>().notNull(),
    at: moment('at').notNull(),
    /** By the clock of this database: until a minute later the page is not silent. */
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** Of the visitor, another one each day; empty for those who are no evidence, as pinned ones. */
    visitor: text('visitor').notNull().default(''),
    /** Whether its visitor's browser was known as an owner's before the rollout began. */
    isKnown: boolean('is_known').notNull().default(false),
    /** Of a stranger's network, of which no other visitor is evidence that day; empty otherwise. */
    network: text('network').notNull().default(''),
    /** Whether its visitor was given this release first by it, on a day and in a rollout. */
    isFirst: boolean('is_first').notNull().default(false),
    /** Whether the page was open already when its visitor came to the app. */
    isNavigation: boolean('is_navigation').notNull().default(false),
    verdict: text('verdict').$type<'ready' | 'failed' | 'left'>(),
    readyMs: integer('ready_ms'),
    kind: text('kind', { enum: storedKinds }),
    /** How it failed after it was ready. */
    laterKind: text('later_kind', { enum: storedKinds }),
    /** How another page of the same visitor failed, for a first one. */
    visitorKind: text('visitor_kind', { enum: storedKinds }),
    isReplaced: boolean('is_replaced').notNull().default(false),
    isFolded: boolean('is_folded').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.app] }),
    index('exposures_by_visitor')
      .on(table.app, table.version, table.visitor)
      .where(sql`visitor <> ''`),
    index('exposures_by_network')
      .on(table.app, table.network)
      .where(sql`network <> ''`),
    index('exposures_to_fold')
      .on(table.receivedAt)
      .where(sql`not is_folded`),
    index('exposures_to_forget')
      .on(table.at)
      .where(sql`is_folded`),
  ],
)

/**
 * The visitor behind a page, once a day and release: how the first page went, or that the release
 * failed in another one. `missing`: files did not arrive; `repeat`: a page after the first one.
 */
export type Unit = '' | 'ready' | 'failed' | 'missing' | 'silent' | 'left' | 'repeat'

/** Folded exposures: how many of a minute or an hour ended in the same way. */
export const exposureCounts = pgTable(
  'exposure_counts',
  {
    app: text('app').notNull(),
    /** When the minute or the hour began. */
    at: moment('at').notNull(),
    /** 60 or 3600. */
    seconds: integer('seconds').notNull(),
    version: text('version').notNull(),
    arm: text('arm').$type<Arm>().notNull(),
    verdict: text('verdict').$type<'ready' | 'failed' | 'left' | 'silent'>().notNull(),
    /** Empty unless it failed. */
    kind: text('kind').notNull(),
    laterKind: text('later_kind').notNull(),
    isReplaced: boolean('is_replaced').notNull(),
    /** What it says of its visitor; empty if it is no evidence. */
    unit: text('unit').$type<Unit>().notNull(),
    isKnown: boolean('is_known').notNull(),
    /** How long it took until it was ready, on a scale of logarithms; 0 if it is not known. */
    readyBucket: integer('ready_bucket').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.app,
        table.at,
        table.seconds,
        table.version,
        table.arm,
        table.verdict,
        table.kind,
        table.laterKind,
        table.isReplaced,
        table.unit,
        table.isKnown,
        table.readyBucket,
      ],
    }),
    index('exposure_counts_by_time').on(table.seconds, table.at),
  ],
)

/** Uncaught errors of releases, each counted once for each exposure. */
export const releaseErrors = pgTable(
  'release_errors',
  {
    app: text('app').notNull(),
    version: text('version').notNull(),
    message: text('message').notNull(),
    file: text('file').notNull(),
    line: integer('line').notNull(),
    column: integer('column').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstAt: moment('first_at').notNull(),
    lastAt: moment('last_at').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.app, table.version, table.message, table.file, table.line, table.column],
    }),
  ],
)

/** The keys with which edges sign what a document says that it was given. */
export const tokenKeys = pgTable('token_keys', {
  id: text('id').primaryKey(),
  /** 32 bytes as base64url. */
  key: text('key').notNull(),
  madeAt: moment('made_at').notNull(),
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
    plan: jsonb('plan').$type<Channel['plan']>(),
    isObserved: boolean('is_observed').notNull().default(false),
    decision: jsonb('decision').$type<Channel['decision']>(),
    pins: jsonb('pins').$type<Channel['pins']>().notNull(),
    revoked: jsonb('revoked').$type<Channel['revoked']>().notNull(),
    stopped: jsonb('stopped').$type<Channel['stopped']>().notNull().default([]),
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
    /** What the guard decided by. */
    figures: jsonb('figures').$type<Figures>(),
  },
  (table) => [index('audit_by_app').on(table.app, table.id)],
)

/** What is to be sent to the webhook, and what was. */
export const notices = pgTable('notices', {
  /** By it a receiver recognizes a notice that comes again. */
  id: text('id').primaryKey(),
  notice: jsonb('notice').$type<Notice>().notNull(),
  at: moment('at').notNull(),
  attempts: integer('attempts').notNull().default(0),
  /** Null once it was delivered or given up. */
  nextAttemptAt: moment('next_attempt_at'),
})

/** One row: counts the changes of everything that the rollout document says. */
export const documents = pgTable(
  'document',
  {
    id: integer('id').primaryKey(),
    revision: integer('revision').notNull(),
  },
  (table) => [check('document_is_one', sql`${table.id} = 1`)],
)
