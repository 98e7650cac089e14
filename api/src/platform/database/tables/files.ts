import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'

import { moment, enumText } from './columns.ts'
import { ownerId, users } from './users.ts'

/** A file that was made or received; its bytes are in the file store. */
export const files = pgTable(
  'files',
  {
    id: text('id').primaryKey(),
    /** Null for a file that is deleted, until its bytes are gone. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    mimeType: text('mime_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    index('files_by_owner').on(table.ownerId),
    index('files_expires_at')
      .on(table.expiresAt)
      .where(sql`expires_at is not null`),
    index('files_deleted')
      .on(table.id)
      .where(sql`owner_id is null`),
  ],
)

/** E-mails to send; the queue sends them. */
export const emails = pgTable(
  'emails',
  {
    id: text('id').primaryKey(),
    ownerId: ownerId(),
    /** The chat that the e-mail is about; not a reference: the row stays when the chat is deleted. */
    sessionId: text('session_id'),
    kind: text('kind').notNull(),
    content: jsonb('content').$type<Record<string, unknown>>().notNull(),
    status: enumText<'queued' | 'sent' | 'failed'>('status').notNull(),
    /** The event line in the chat that shows the e-mail. */
    eventMessageId: text('event_message_id'),
    error: text('error'),
    createdAt: moment('created_at').notNull(),
    /** The e-mail is not sent before this moment; without it at once. */
    dueAt: moment('due_at'),
    sentAt: moment('sent_at'),
  },
  (table) => [
    check('emails_status', sql`status in ('queued', 'sent', 'failed')`),
    index('emails_by_owner').on(table.ownerId, table.createdAt),
  ],
)
