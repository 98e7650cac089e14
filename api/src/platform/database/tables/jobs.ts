import type { JobContent, JobStatus } from '@errand/contract/jobs'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

import { moment, orderedText, enumText } from './columns.ts'
import { ownerId } from './users.ts'

export const jobs = pgTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    name: text('name').notNull(),
    /** The name in small letters: what the list is ordered by. */
    sortName: orderedText('sort_name').notNull(),
    /** Name and description folded: what the search looks at. */
    searchText: text('search_text').notNull(),
    description: text('description').notNull(),
    icon: text('icon').notNull().default(''),
    color: enumText<JobContent['color']>('color').notNull().default('slate'),
    status: enumText<JobStatus>('status').notNull(),
    language: text('language').notNull(),
    tone: enumText<JobContent['tone']>('tone').notNull(),
    instructions: text('instructions').notNull(),
    guardrails: jsonb('guardrails').$type<JobContent['guardrails']>().notNull(),
    greeting: text('greeting').notNull(),
    completionMessage: text('completion_message').notNull(),
    fallbackMessage: text('fallback_message').notNull(),
    notUnderstoodMessage: text('not_understood_message').notNull(),
    handoffMessage: text('handoff_message').notNull(),
    trigger: jsonb('trigger').$type<JobContent['trigger']>().notNull(),
    fields: jsonb('fields').$type<JobContent['fields']>().notNull(),
    behaviour: jsonb('behaviour').$type<JobContent['behaviour']>().notNull(),
    handoff: jsonb('handoff').$type<JobContent['handoff']>().notNull(),
    answerOnly: boolean('answer_only').notNull().default(false),
    version: integer('version').notNull().default(1),
    liveVersionId: text('live_version_id'),
    hasUnpublishedChanges: boolean('has_unpublished_changes').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    archivedAt: moment('archived_at'),
  },
  (table) => [
    check('jobs_status', sql`status in ('draft', 'active', 'paused', 'archived')`),
    check('jobs_archived_at', sql`(status = 'archived') = (archived_at is not null)`),
    // At most one active job answers contacts who write without a keyword or a link.
    uniqueIndex('jobs_one_default')
      .on(table.ownerId)
      .where(sql`status = 'active' and trigger->>'type' = 'default'`),
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

/** Published versions of jobs: a chat keeps the version it started with. */
export const jobVersions = pgTable(
  'job_versions',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    snapshot: jsonb('snapshot').$type<JobContent>().notNull(),
    author: enumText<'owner' | 'ai'>('author').notNull(),
    note: text('note').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (table) => [
    check('job_versions_author', sql`author in ('owner', 'ai')`),
    index('job_versions_by_owner').on(table.ownerId),
    uniqueIndex('job_versions_number').on(table.jobId, table.number),
  ],
)

/**
 * The owner's answers to questions that the assistant could not answer. They are not part of a job's
 * versions, so that open chats use them too.
 */
export const jobAnswers = pgTable(
  'job_answers',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    /** The question folded, so that case and accents make no other question of it. */
    searchText: text('search_text').notNull(),
    /** Null where the owner dismissed the question. */
    answer: text('answer'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('job_answers_by_owner').on(table.ownerId),
    uniqueIndex('job_answers_question').on(table.jobId, table.searchText),
  ],
)

/**
 * Translations of a job's labels, questions and options, keyed by the owner's text: a correction
 * applies to all versions and open chats, and an unchanged text is translated only once.
 */
export const jobTranslations = pgTable(
  'job_translations',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    source: text('source').notNull(),
    /** An index takes 2.7 kB, and a thousand characters may be more. */
    sourceHash: text('source_hash')
      .notNull()
      .generatedAlwaysAs(sql`md5(source)`),
    translation: text('translation').notNull(),
    /** Whether the owner wrote it. */
    corrected: boolean('corrected').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('job_translations_by_owner').on(table.ownerId),
    uniqueIndex('job_translations_source').on(table.jobId, table.language, table.sourceHash),
  ],
)

/** Forms: what chats collect. The form of a job follows the job's fields. */
export const forms = pgTable(
  'forms',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    /** Null once the job is purged; the answers stay. */
    jobId: text('job_id').references(() => jobs.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    /** The name folded, as with jobs. */
    searchText: text('search_text').notNull(),
    version: integer('version').notNull().default(1),
    status: enumText<'draft' | 'published' | 'inactive'>('status').notNull(),
    fields: jsonb('fields').$type<JobContent['fields']>().notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check('forms_status', sql`status in ('draft', 'published', 'inactive')`),
    uniqueIndex('forms_job').on(table.jobId),
    index('forms_by_update').on(table.ownerId, table.updatedAt, table.id),
  ],
)
