import type { AnswerMeta, AnswerSuggestion, FormData } from '@errand/contract/chats/form-data'
import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'

import { sessionId } from './chats.ts'
import { moment, word } from './columns.ts'
import { forms } from './jobs.ts'
import { ownerId } from './users.ts'

/** What one chat has collected. */
export const formData = pgTable(
  'form_data',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    sessionId: sessionId(),
    formId: text('form_id')
      .notNull()
      .references(() => forms.id, { onDelete: 'cascade' }),
    formVersion: integer('form_version').notNull(),
    /** The fields as they were when the chat began. */
    fields: jsonb('fields').$type<(typeof forms.$inferSelect)['fields']>().notNull(),
    status: word<FormData['status']>('status').notNull(),
    version: integer('version').notNull().default(1),
    values: jsonb('values').$type<FormData['values']>().notNull().default({}),
    meta: jsonb('meta').$type<Record<string, AnswerMeta>>().notNull().default({}),
    suggestions: jsonb('suggestions').$type<AnswerSuggestion[]>().notNull().default([]),
    completedAt: moment('completed_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    check(
      'form_data_status',
      sql`status in ('empty', 'partial', 'complete', 'confirmed', 'corrected')`,
    ),
    index('form_data_by_owner').on(table.ownerId),
    uniqueIndex('form_data_session').on(table.sessionId),
    index('form_data_by_update').on(table.formId, table.updatedAt, table.id),
  ],
)
