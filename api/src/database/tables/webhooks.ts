import type { Channel } from '@errand/contract/chats/session'
import { bigserial, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'

import { moment, word } from './columns.ts'
import { ownerId } from './users.ts'

/** What the messaging provider told us, as it came, until it is worked in; then it is deleted. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    ownerId: ownerId(),
    channel: word<Channel>('channel').notNull(),
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
